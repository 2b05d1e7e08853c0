import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationKind } from './notification-mails.js';

/**
 * A mail to the owner of an account, before it is queued: it waits until it is due, and then for the address of the
 * account.
 */
@Entity('notifications')
export class Notification {
  /** Also the id of its mail. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: NotificationKind;

  /** Unique key of the cause of the mail, so that one cause sends one mail. */
  @Column('text', { name: 'dedupe_key' })
  dedupeKey!: string;

  /** Values of the mail's template. */
  @Column('jsonb')
  values!: object;

  /** File or bundle that the mail is about. The notification is deleted with it. */
  @Column('uuid', { name: 'target_id', nullable: true })
  targetId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'send_at' })
  sendAt!: Date;

  /** Time at which `notificationRaised` was published, upon which auth publishes the address. Null before. */
  @Column('timestamptz', { name: 'raised_at', nullable: true })
  raisedAt!: Date | null;
}
