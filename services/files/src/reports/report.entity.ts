import type { ReportReason } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A report of a file by one of its visitors, or one file of a report of a bundle. Deleted with the file. */
@Entity('reports')
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'file_id' })
  fileId!: string;

  /** Shared by the rows of a report of a bundle; null for a report of a file. */
  @Column('uuid', { name: 'report_id', nullable: true })
  groupId!: string | null;

  /** The bundle that was reported. It may have been deleted since. */
  @Column('uuid', { name: 'bundle_id', nullable: true })
  bundleId!: string | null;

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
