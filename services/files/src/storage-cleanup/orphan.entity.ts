import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount } from '../byte-count.transformer.js';

/** An object that no row names, with the times when a search first and last found it. */
@Entity('orphans')
export class Orphan {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  /** Size of the encrypted object in bytes. */
  @Column('bigint', { transformer: byteCount })
  size!: number;

  @Column('timestamptz', { name: 'first_seen_at' })
  firstSeenAt!: Date;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
