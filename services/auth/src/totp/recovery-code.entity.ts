import { Entity, PrimaryColumn } from 'typeorm';

/** A code that takes the place of the authenticator app, once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;
}
