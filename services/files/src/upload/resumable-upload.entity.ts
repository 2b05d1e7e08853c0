import type { AppendedBytes } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount, optionalByteCount } from '../byte-count.transformer.js';

/** State that makes an upload resumable. Deleted with its upload. */
@Entity('resumable_uploads')
export class ResumableUpload {
  /** Id of the upload, of its reservation and of the file. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Account that sends. Not always the owner: files for a file request belong to its author. */
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

  /** Null while the client has not declared it. */
  @Column('bigint', { nullable: true, transformer: optionalByteCount })
  length!: number | null;

  /** Bytes that are durable: the offset of the next append. */
  @Column('bigint', { transformer: byteCount })
  received!: number;

  @Column('bigint', { transformer: byteCount })
  crc32!: number;

  /** State of the object. */
  @Column('jsonb', { nullable: true })
  appended!: AppendedBytes['chunks'];

  @Column('text', { name: 'tail_key', nullable: true })
  tailKey!: string | null;

  /** The append in progress. */
  @Column('uuid', { nullable: true })
  writer!: string | null;

  /** From this time on another request may write. */
  @Column('timestamptz', { name: 'writer_until', nullable: true })
  writerUntil!: Date | null;
}
