import { type PlanId, type UploadTarget } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { optionalByteCount } from '../byte-count.transformer.js';

/**
 * An upload in progress, or a committed one. A committed upload is kept until its lease ends, so that `commit` and
 * `abort` can be repeated.
 */
@Entity('uploads')
export class Upload {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  /** Plan at the start of the upload. Its size limit applies until the end. */
  @Column('text')
  tier!: PlanId;

  /** Key under which its files queue for previews and virus scans: hashes of the account, the network, or both. */
  @Column('text', { name: 'preview_share', nullable: true })
  queueKey!: string | null;

  /**
   * End of the lease. From then on, even before the sweep closes it, the upload cannot be committed or, if resumable,
   * found. A request that writes to a resumable upload extends it.
   */
  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;

  @Column('timestamptz', { name: 'committed_at', nullable: true })
  committedAt!: Date | null;

  /** File request that the upload was admitted to. */
  @Column('uuid', { name: 'request_id', nullable: true })
  requestId!: string | null;

  /** Limit that the destination sets, in bytes; null: the limit of the plan. */
  @Column('bigint', { name: 'max_file_size', nullable: true, transformer: optionalByteCount })
  maxFileSize!: number | null;

  /** Bundle or file request that gets the file; null: none. */
  @Column('jsonb', { nullable: true })
  target!: UploadTarget | null;
}
