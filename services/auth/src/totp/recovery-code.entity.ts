import { Entity, PrimaryColumn } from 'typeorm';

/** A one-time code that replaces a code of the authenticator app. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'code_hash' })
  codeHash!: Buffer;
}
