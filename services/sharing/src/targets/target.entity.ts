import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Projection of a file or bundle of the files service, with the facts that webhooks and notifications show. */
@Entity('targets')
export class Target {
  /** Id of the file or bundle. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: 'file' | 'bundle';

  /** Null for a file of an anonymous browser. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** Version of the newest snapshot. */
  @Column('integer')
  version!: number;

  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  /** Time at which `deleteAt` got its value. */
  @Column('timestamptz', { name: 'expiry_set_at' })
  expirySetAt!: Date;

  /**
   * Time of the first view. For a target that became known by a later event than its creation: the time of that event,
   * because it may have been viewed before.
   */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt!: Date | null;

  /** Whether `openedAt` is such an assumption. A creation event that arrives late clears both. */
  @Column('boolean', { name: 'is_assumed_opened' })
  isAssumedOpened!: boolean;

  /**
   * Whether the target was opened only by visits that are never mailed: by muted links, or of a file through its
   * bundle. The next other visit is the first view.
   */
  @Column('boolean', { name: 'is_first_view_due' })
  isFirstViewDue!: boolean;

  /** Whether the file was ever taken down or found infected. Its owner is then not warned that it is unopened. */
  @Column('boolean', { name: 'is_unavailable' })
  isUnavailable!: boolean;

  /** Time of the warning that the target expires unopened. */
  @Column('timestamptz', { name: 'warned_at', nullable: true })
  warnedAt!: Date | null;

  /** Time of deletion. Only the id of a deleted target is kept, so that events that arrive late change nothing. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  /** Whether the webhook event of the deletion was recorded with it. Otherwise the upload records it, which is late. */
  @Column('boolean', { name: 'is_deletion_published' })
  isDeletionPublished!: boolean;
}

/** The part of a target that mails and webhooks show. */
export type NamedTarget = Pick<Target, 'id' | 'kind' | 'userId' | 'name'>;

export interface VisitedTarget extends NamedTarget {
  /** Whether a visit can be mailed: neither by a muted link nor of a file through its bundle. */
  readonly isMailed: boolean;
}
