import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sign-up, until its mailed link expires. Each sign-up has its own name, address and password, and the account gets
 * those of the sign-up whose link is followed first. So an attacker who signs up first with a foreign address cannot
 * set the password of the account (docs/decisions/accounts-and-sessions.md).
 */
@Entity('activations')
export class Activation {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  name!: string;

  /** The address in the applicant's spelling, to which the link was mailed. Null in rows that version 0.1 wrote. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** Hash of the sign-up's password. Once the link was followed or a reset activated the account, of a random one. */
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
