import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reset link of an account. A new request replaces it. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
