import type { AppendedBytes } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount, optionalByteCount } from '../byte-count.transformer.js';

/** State that makes an upload resumable. Deleted with its upload. */
@Entity('resumable_uploads')
export class ResumableUpload {
  /** Id of the upload, of its reservation and of the file. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Account of the sender. Not always the owner: a file for a file request belongs to the author of the request. */
  @Column('uuid', { name: 'sender_user_id', nullable: true })
  senderUserId!: string | null;

  @Column('uuid', { name: 'sender_browser_id', nullable: true })
  senderBrowserId!: string | null;

  /** Hash of the sender and their `Idempotency-Key`. */
  @Column('text', { name: 'creation_key', nullable: true })
  creationKey!: string | null;

  /** `Upload-Metadata` as it was sent. */
  @Column('text')
  metadata!: string;

  /** Size of the whole file in bytes; null until the client declares it. */
  @Column('bigint', { nullable: true, transformer: optionalByteCount })
  length!: number | null;

  /** Bytes that are durable: the offset of the next append. */
  @Column('bigint', { transformer: byteCount })
  received!: number;

  @Column('bigint', { transformer: byteCount })
  crc32!: number;

  /** State of the full chunks in the store; null before the first append and after the commit. */
  @Column('jsonb', { nullable: true })
  appended!: AppendedBytes['chunks'];

  @Column('text', { name: 'tail_key', nullable: true })
  tailKey!: string | null;

  /** Id of the append in progress. */
  @Column('uuid', { nullable: true })
  writer!: string | null;

  /** End of the writer's lease. From then on another request may write. */
  @Column('timestamptz', { name: 'writer_until', nullable: true })
  writerUntil!: Date | null;
}
