import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Projection of one file, with the totals of its visits. The row is also the lock for all other writes about the
 * file. Events overtake each other, so the row can exist before the file's facts arrive. After a deletion the row
 * stays with empty fields, so that a late event does not restore data.
 */
@Entity('records')
export class FileRecord {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  /** Version of the newest applied facts. 0 until the first facts arrive. */
  @Column('integer')
  version!: number;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('boolean', { name: 'of_bundle' })
  isBundle!: boolean;

  @Column('text', { name: 'original_name' })
  originalName!: string;

  @Column('text', { name: 'mime_type' })
  mimeType!: string;

  /** Bytes. */
  @Column('bigint', { transformer: { from: Number, to: (size: number) => size } })
  size!: number;

  @Column('timestamptz', { name: 'created_at', nullable: true })
  createdAt!: Date | null;

  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  @Column('timestamptz', { name: 'expired_at', nullable: true })
  expiredAt!: Date | null;

  @Column('timestamptz', { name: 'forgotten_at', nullable: true })
  deletedAt!: Date | null;

  @Column('integer', { name: 'total_views' })
  totalViews!: number;

  @Column('integer', { name: 'unique_visitors' })
  uniqueVisitors!: number;

  /** Number of known countries. Visits without a known country do not count. */
  @Column('integer', { name: 'unique_countries' })
  uniqueCountries!: number;

  @Column('timestamptz', { name: 'first_view_at', nullable: true })
  firstViewAt!: Date | null;
}
