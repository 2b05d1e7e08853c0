import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What analytics knows of one file: the facts that files told, and totals of its visits. The row is also the lock
 * under which everything else about the file is written. It may be there before the facts are, since events
 * overtake each other, and it stays, emptied, when the file is deleted, so that no late event brings data back.
 */
@Entity('records')
export class FileRecord {
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId!: string;

  /** Of the facts; 0 while nothing but visits is known. */
  @Column('integer')
  version!: number;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

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

  /** Known countries; visitors from nowhere known count for none. */
  @Column('integer', { name: 'unique_countries' })
  uniqueCountries!: number;

  @Column('timestamptz', { name: 'first_view_at', nullable: true })
  firstViewAt!: Date | null;
}
