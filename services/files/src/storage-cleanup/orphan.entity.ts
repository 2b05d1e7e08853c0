import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount } from '../byte-count.transformer.js';

/** An object that no row names, since a search first found it. */
@Entity('orphans')
export class Orphan {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  /** Bytes as stored. */
  @Column('bigint', { transformer: byteCount })
  size!: number;

  @Column('timestamptz', { name: 'first_seen_at' })
  firstSeenAt!: Date;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
