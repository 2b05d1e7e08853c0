import type { ReportReason } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A report of a file by one of its visitors. Deleted with the file. */
@Entity('reports')
export class Report {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'file_id' })
  fileId!: string;

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
