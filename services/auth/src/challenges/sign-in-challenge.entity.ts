import { Column, Entity, PrimaryColumn } from 'typeorm';

/** State of a sign-in that takes several calls. Each challenge is taken once. */
@Entity('sign_in_challenges')
export class SignInChallenge {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('text')
  kind!: string;

  @Column('jsonb')
  data!: unknown;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
