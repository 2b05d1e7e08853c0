import { type PreviewKind } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount } from '../byte-count.transformer.js';

/** Where bytes of a file lie, how they are locked and how many they are once unlocked. */
export interface StoredObject {
  readonly objectKey: string;
  readonly wrappedKey: string;
  /** Plain bytes. */
  readonly size: number;
}

/** A file that can be opened: its bytes are whole. Rows appear at commit and go at deletion or expiry. */
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Null: never. From this moment on the file counts as gone, whether or not the job came by. */
  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  /** argon2id; null: not protected. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Grows with every change of the password; tokens are bound to it. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'wrapped_key' })
  wrappedKey!: string;

  /** Grows with every change that events tell of. */
  @Column('int')
  version!: number;

  @Column('text', { name: 'preview_kind' })
  previewKind!: PreviewKind;

  @Column('text', { name: 'preview_state' })
  previewState!: 'pending' | 'ready' | 'failed' | 'none';

  /** How often a preview was begun: a file that takes its worker down is not tried for ever. */
  @Column('int', { name: 'preview_attempts' })
  previewAttempts!: number;

  @Column('int', { name: 'page_count', nullable: true })
  pageCount!: number | null;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('jsonb', { nullable: true })
  thumbnail!: StoredObject | null;

  @Column('jsonb', { nullable: true })
  rendition!: StoredObject | null;
}
