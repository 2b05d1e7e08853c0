import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A further link to a file or bundle, with its own gate and limits. The first link is the address of the file or bundle
 * and has no row.
 */
@Entity('links')
export class Link {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  slug!: string;

  /** Exactly one of `fileId` and `bundleId` is set. */
  @Column('uuid', { name: 'file_id', nullable: true })
  fileId!: string | null;

  @Column('uuid', { name: 'bundle_id', nullable: true })
  bundleId!: string | null;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Null: the link expires with its target. */
  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  /** argon2id; null: no password. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Incremented with each change of the gate. Tokens are bound to it. */
  @Column('int', { name: 'gate_version' })
  gateVersion!: number;

  @Column('int', { name: 'download_limit', nullable: true })
  downloadLimit!: number | null;

  @Column('int')
  downloads!: number;

  @Column('boolean', { name: 'allow_download' })
  allowDownload!: boolean;

  @Column('boolean', { name: 'require_email' })
  requireEmail!: boolean;

  @Column('boolean', { name: 'verify_email' })
  verifyEmail!: boolean;

  @Column('jsonb', { name: 'allowed_emails' })
  allowedEmails!: string[];

  @Column('boolean')
  notify!: boolean;

  @Column('boolean', { name: 'is_active' })
  isActive!: boolean;

  /** Set once the link was revoked. The row stays until its target is deleted, so that the address answers 410. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  /** Version of the snapshot in `linkChanged` events. */
  @Column('int')
  version!: number;
}
