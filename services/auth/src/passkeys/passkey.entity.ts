import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A passkey of an account: the public half of a key pair that its device keeps. */
@Entity('passkeys')
export class Passkey {
  /** Public id for listing and removing. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** Base64url; unique. */
  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  /** COSE key. */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer;

  /** Signatures that the device has counted; 0 for devices that do not count. */
  @Column('bigint')
  counter!: string;

  @Column('text', { array: true })
  transports!: string[];

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'is_synced' })
  isSynced!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
