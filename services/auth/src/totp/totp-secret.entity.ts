import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret that an account shares with an authenticator app. */
@Entity('totp_secrets')
export class TotpSecret {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** Wrapped by the master key: see Keyring. */
  @Column('text', { name: 'wrapped_secret' })
  wrappedSecret!: string;

  /** Null until the owner has confirmed the secret with a first code. Until then log-in requires no code. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** Time step of the newest code that was used. No code of this or an earlier step is accepted again. */
  @Column('bigint', { name: 'last_step', nullable: true })
  lastStep!: string | null;
}
