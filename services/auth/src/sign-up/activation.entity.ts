import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sign-up whose mailed link was not followed yet. Each carries its own name, address and password, and the followed
 * link decides which of them the account gets. So signing up first with a foreign address does not set the password of
 * the account (docs/decisions/accounts-and-sessions.md).
 */
@Entity('activations')
export class Activation {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

  /** The address in the applicant's spelling, to which the link was mailed. Null in rows of 0.1. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /** Anonymous browser that signed up. Its files move to the account. */
  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
