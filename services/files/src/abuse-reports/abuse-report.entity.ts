import type { ReportReason } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A report of a file by one of its visitors, or a part of a report of a bundle: the bundle itself or one of its files.
 * Deleted with that file or bundle.
 */
@Entity('reports')
export class AbuseReport {
  @PrimaryColumn('uuid')
  id!: string;

  /** Null for the bundle itself. */
  @Column('uuid', { name: 'file_id', nullable: true })
  fileId!: string | null;

  /** Id of the row of the bundle itself, in the rows of its files. Null in that row, and for a report of a file. */
  @Column('uuid', { name: 'report_id', nullable: true })
  groupId!: string | null;

  /** The bundle that was reported. It may have been deleted since. */
  @Column('uuid', { name: 'bundle_id', nullable: true })
  bundleId!: string | null;

  /** In the row of the bundle itself: the bundle, with which the row is deleted. */
  @Column('uuid', { name: 'own_bundle_id', nullable: true })
  ownBundleId!: string | null;

  @Column('text')
  reason!: ReportReason;

  @Column('text', { nullable: true })
  message!: string | null;

  /** Address that the reporter left. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text')
  state!: 'open' | 'taken-down' | 'dismissed';
}
