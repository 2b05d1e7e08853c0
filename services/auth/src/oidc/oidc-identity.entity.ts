import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person at the OpenID Connect provider, connected with an account. */
@Entity('oidc_identities')
export class OidcIdentity {
  @PrimaryColumn('text')
  issuer!: string;

  /** `sub` of the ID token: stays the same when the person's e-mail address changes. */
  @PrimaryColumn('text')
  subject!: string;

  /** Unique: an account has one identity at most. */
  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('timestamptz', { name: 'connected_at' })
  connectedAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
