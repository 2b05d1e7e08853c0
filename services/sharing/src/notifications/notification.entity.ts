import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationKind } from './notification-mails.js';

/** A mail to the owner of an account that waits for its time, or for the address of the account. */
@Entity('notifications')
export class Notification {
  /** Also the id of its mail. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: NotificationKind;

  /** Unique: names what the mail is about, so that it is sent once. */
  @Column('text', { name: 'dedupe_key' })
  dedupeKey!: string;

  /** Values of its template. */
  @Column('jsonb')
  values!: object;

  /** File or bundle that it is about, with which it is deleted. */
  @Column('uuid', { name: 'target_id', nullable: true })
  targetId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'send_at' })
  sendAt!: Date;

  /** Time at which the address was asked for. */
  @Column('timestamptz', { name: 'raised_at', nullable: true })
  raisedAt!: Date | null;
}
