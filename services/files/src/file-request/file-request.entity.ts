import { Column, Entity, PrimaryColumn } from 'typeorm';
import { optionalByteCount } from '../byte-count.transformer.js';

/** Request of an account for files from other people. */
@Entity('file_requests')
export class FileRequest {
  @PrimaryColumn('uuid')
  id!: string;

  /** Account of the person who asks. */
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  message!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Null: open until it is closed. */
  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  @Column('int', { name: 'max_files' })
  maxFiles!: number;

  /** In bytes. Null: the limit of the plan. */
  @Column('bigint', { name: 'max_file_size', nullable: true, transformer: optionalByteCount })
  maxFileSize!: number | null;

  /** argon2id; null: no password. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Incremented with each change of the password. Tokens are bound to it. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('boolean', { name: 'is_active' })
  isActive!: boolean;

  /** Number of files that arrived, including files that were deleted since. */
  @Column('int')
  received!: number;

  /** Set once the request was deleted. The row stays, so that its address answers 410. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
