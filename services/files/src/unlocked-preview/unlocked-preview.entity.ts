import type { UnlockedPreviewView } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { optionalByteCount } from '../byte-count.transformer.js';

/** Conversion of an Office file with the password of the document, for one reader. Deleted after two hours. */
@Entity('unlocked_previews')
export class UnlockedPreview {
  @PrimaryColumn('uuid')
  id!: string;

  /** No foreign key: the object must be deleted even if the file was deleted before. */
  @Column('uuid', { name: 'file_id' })
  fileId!: string;

  /** Network or account of the reader (`networkOfCaller`). Null in rows of an unreleased version before 0.3.0. */
  @Column('text', { nullable: true })
  network!: string | null;

  @Column('text')
  state!: UnlockedPreviewView['state'];

  /** Started attempts. Limited, because a file can crash its worker. */
  @Column('int', { default: 0 })
  attempts!: number;

  /**
   * The object with the password while the state is `pending`, with the rendition when it is `ready`; otherwise null.
   */
  @Column('text', { name: 'object_key', nullable: true })
  objectKey!: string | null;

  @Column('text', { name: 'wrapped_key', nullable: true })
  wrappedKey!: string | null;

  /** Bytes of plaintext. */
  @Column('bigint', { nullable: true, transformer: optionalByteCount })
  size!: number | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
