import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A network from which an account logged in. */
@Entity('known_networks')
export class KnownNetwork {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** Keyed hash: see NetworkHashService. */
  @PrimaryColumn('bytea', { name: 'network_hash' })
  networkHash!: Buffer;

  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;
}
