import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A device on which an account signed in. */
@Entity('known_devices')
export class KnownDevice {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  /** Hash of the device's cookie, or keyed hash of browser and network: see DeviceService. */
  @PrimaryColumn('bytea', { name: 'device_hash' })
  deviceHash!: Buffer;

  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;
}
