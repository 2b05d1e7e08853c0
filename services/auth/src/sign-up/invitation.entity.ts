import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An invitation to sign up with one address. A newer invitation replaces it, and the activation of the account deletes
 * it.
 */
@Entity('invitations')
export class Invitation {
  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** In the spelling of the administrator. */
  @Column('text')
  email!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
