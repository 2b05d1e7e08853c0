import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Projection of a file or bundle of the files service: what webhooks and notifications say about it. */
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

  /** First view. For a target from before there were notifications: the time at which it became known here. */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt!: Date | null;

  /** Time of the mail that it expires unopened. */
  @Column('timestamptz', { name: 'warned_at', nullable: true })
  warnedAt!: Date | null;

  /** Time of its deletion. Of a deleted one nothing but the id is kept, so that events that arrive late change nothing. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}

/** The part of a target that mails and webhooks show. */
export type NamedTarget = Pick<Target, 'id' | 'kind' | 'userId' | 'name'>;
