import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sign-up that waits for its mailed link. It carries its own name and password: the one whose link is
 * followed becomes the account, so nobody can choose the password of an address that is not theirs by being
 * first (docs/decisions/accounts-and-sessions.md).
 */
@Entity('activations')
export class Activation {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /** The anonymous browser that signed up; its files move to the account. */
  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
