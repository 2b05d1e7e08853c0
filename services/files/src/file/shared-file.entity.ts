import { type PreviewKind, type Received, type ScanState } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount, optionalByteCount } from '../byte-count.transformer.js';

/** Reference to an encrypted object in the store. */
export interface StoredObject {
  readonly objectKey: string;
  readonly wrappedKey: string;
  /** Bytes of plaintext. */
  readonly size: number;
}

/** A completely uploaded file. Created at commit, deleted on request or at expiry. */
@Entity('files')
export class SharedFile {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'upload_id' })
  uploadId!: string;

  /** Exactly one of `userId` and `browserId` is set. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  @Column('text', { name: 'original_name' })
  originalName!: string;

  @Column('text', { name: 'mime_type' })
  mimeType!: string;

  @Column('bigint', { transformer: byteCount })
  size!: number;

  /** CRC-32 of the bytes. Null: not computed yet. */
  @Column('bigint', { nullable: true, transformer: optionalByteCount })
  crc32!: number | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Time of expiry; null: never. From then on the file is unavailable, even before the job deletes it. */
  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  /** argon2id; null: not protected. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Incremented with each change of the password. Verification tokens are bound to it. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  /** Part of `viewCount`: views through a bundle, by its address or one of its links. */
  @Column('int', { name: 'bundle_view_count' })
  bundleViewCount!: number;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'wrapped_key' })
  wrappedKey!: string;

  /** Version of the snapshot that events carry. Incremented with each published change. */
  @Column('int')
  version!: number;

  @Column('text', { name: 'preview_kind' })
  previewKind!: PreviewKind;

  @Column('text', { name: 'preview_state' })
  previewState!: 'pending' | 'ready' | 'failed' | 'none';

  /** Whether the document has a password of its own, so that no preview could be made. */
  @Column('boolean', { name: 'is_encrypted', default: false })
  isEncrypted!: boolean;

  /** Started attempts. Limited, because a file can crash its worker. */
  @Column('int', { name: 'preview_attempts' })
  previewAttempts!: number;

  /** Version of the rules by which the preview was made (`discardOutdatedPreviews`). */
  @Column('int', { name: 'preview_version', default: 0 })
  previewVersion!: number;

  /** Key under which its preview and its virus scan queue (`queueKeyOf`). Null for older files: the owner. */
  @Column('text', { name: 'preview_share', nullable: true })
  queueKey!: string | null;

  /** Start of the latest attempt. */
  @Column('timestamptz', { name: 'preview_started_at', nullable: true })
  previewStartedAt!: Date | null;

  /** End of the lease of the worker that makes the preview. */
  @Column('timestamptz', { name: 'preview_lease_until', nullable: true })
  previewLeaseUntil!: Date | null;

  /** Earliest time of the next attempt. */
  @Column('timestamptz', { name: 'preview_due_at', nullable: true })
  previewDueAt!: Date | null;

  @Column('int', { name: 'page_count', nullable: true })
  pageCount!: number | null;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('jsonb', { nullable: true })
  thumbnail!: StoredObject | null;

  @Column('jsonb', { nullable: true })
  rendition!: StoredObject | null;

  /** Set while an administrator has taken the file down. */
  @Column('timestamptz', { name: 'taken_down_at', nullable: true })
  takenDownAt!: Date | null;

  @Column('text', { name: 'taken_down_reason', nullable: true })
  takenDownReason!: string | null;

  /**
   * Ids of what was taken down: the file itself, and bundles that it was a part of. It stays down until each of them is
   * restored. Null: not taken down, or by a version that did not keep the ids.
   */
  @Column('uuid', { name: 'taken_down_with', array: true, nullable: true })
  takenDownWith!: string[] | null;

  @Column('text', { name: 'scan_state' })
  scanState!: ScanState;

  /** Name of the malware that the virus scan found. */
  @Column('text', { name: 'scan_finding', nullable: true })
  scanFinding!: string | null;

  /** Whether the first link (the address with this id) opens the file for others than its owner. */
  @Column('boolean', { name: 'is_first_link_active', default: true })
  isFirstLinkActive!: boolean;

  @Column('text', { name: 'first_link_name', nullable: true })
  firstLinkName!: string | null;

  @Column('boolean', { name: 'notifies_of_first_link', default: true })
  notifiesOfFirstLink!: boolean;

  /** Origin of the file, if it was sent to a file request. */
  @Column('jsonb', { nullable: true })
  received!: Received | null;

  /** Time when a download found the bytes missing from the store. Null: not known to be missing. */
  @Column('timestamptz', { name: 'content_missing_at', nullable: true })
  contentMissingAt!: Date | null;

  /** Start of the latest scan. */
  @Column('timestamptz', { name: 'scan_started_at', nullable: true })
  scanStartedAt!: Date | null;

  /** Time of the next attempt: after a failed scan, or if the worker of a started scan is killed. */
  @Column('timestamptz', { name: 'scan_after', nullable: true })
  scanAfter!: Date | null;
}
