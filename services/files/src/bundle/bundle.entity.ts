import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Several files of one owner under one link. */
@Entity('bundles')
export class Bundle {
  @PrimaryColumn('uuid')
  id!: string;

  /** Exactly one of `userId` and `browserId` is set. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('uuid', { name: 'browser_id', nullable: true })
  browserId!: string | null;

  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Time of expiry; null: never. From then on the bundle is unavailable, but its files are not deleted. */
  @Column('timestamptz', { name: 'delete_at', nullable: true })
  deleteAt!: Date | null;

  /** Expiry that the bundle got by default. The owner chose another if `deleteAt` differs. Null: not known. */
  @Column('timestamptz', { name: 'default_delete_at', nullable: true })
  defaultDeleteAt!: Date | null;

  /** argon2id; null: not protected. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Incremented with each change of the password. Verification tokens are bound to it. */
  @Column('int', { name: 'password_version' })
  passwordVersion!: number;

  @Column('int', { name: 'view_count' })
  viewCount!: number;

  /** Version of the snapshot that events carry. Incremented with each published change. */
  @Column('int')
  version!: number;

  /** Whether the first link (the address with this id) opens the bundle for others than its owner. */
  @Column('boolean', { name: 'is_first_link_active', default: true })
  isFirstLinkActive!: boolean;

  @Column('text', { name: 'first_link_name', nullable: true })
  firstLinkName!: string | null;

  @Column('boolean', { name: 'notifies_of_first_link', default: true })
  notifiesOfFirstLink!: boolean;
}
