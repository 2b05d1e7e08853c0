import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { notificationRaised } from '@waybill/contracts';
import type { MailValues } from '@waybill/mail';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import type { NotificationKind, templateOf } from './notification-mails.js';
import { Notification } from './notification.entity.js';

type TemplateOf<Kind extends NotificationKind> = (typeof templateOf)[Kind];

export interface NewNotification<Kind extends NotificationKind> {
  readonly userId: string;
  readonly kind: Kind;
  /** A second notification with the same key is dropped. */
  readonly dedupeKey: string;
  readonly values: Omit<MailValues<TemplateOf<Kind>>, 'name'>;
  readonly targetId?: string;
}

export interface CollectedFile {
  readonly userId: string;
  readonly kind: 'filesReceived';
  /** Identifies the file request and the sender. Files with the same key are collected in one mail. */
  readonly dedupeKey: string;
  readonly values: Readonly<Record<'title' | 'sender' | 'link', string>>;
  readonly file: string;
}

/** Time for which a mail about received files waits for further ones of the same sender. */
const COLLECT_MS = 20_000;

/** Deletes the views of the file or bundle $1 that wait for a daily summary. */
export const DELETE_DAILY_VIEWS = 'DELETE FROM daily_views WHERE target_id = $1';

/** Queue of notifications. The mail of a notification is queued after auth has published the address of the account. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Queues a notification in the transaction of its cause. @returns false if there was one with the same key */
  async add<Kind extends NotificationKind>(
    manager: EntityManager,
    { userId, kind, dedupeKey, values, targetId }: NewNotification<Kind>,
  ): Promise<boolean> {
    const now = this.clock.now();
    const id = randomUUID();
    const inserted: unknown[] = await manager.query(
      `INSERT INTO notifications (id, user_id, kind, dedupe_key, values, target_id, created_at, send_at, raised_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7) ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
      [id, userId, kind, dedupeKey, JSON.stringify(values), targetId ?? null, now],
    );
    if (inserted.length === 0) return false;
    await this.outbox.add(manager, notificationRaised, userId, { notificationId: id, userId });
    return true;
  }

  /**
   * Adds a file to the waiting notification with this key, or creates one that waits for further files. So a hundred
   * files sent at once cause one mail.
   */
  async collect(
    manager: EntityManager,
    { userId, kind, dedupeKey, values, file }: CollectedFile,
  ): Promise<void> {
    const now = this.clock.now();
    await manager.query(
      `INSERT INTO notifications (id, user_id, kind, dedupe_key, values, created_at, send_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (dedupe_key) DO UPDATE SET values =
         jsonb_set(notifications.values, '{files}', (notifications.values -> 'files') || (excluded.values -> 'files'))`,
      [
        ...[randomUUID(), userId, kind, dedupeKey],
        ...[JSON.stringify({ ...values, files: [file] }), now, new Date(now.getTime() + COLLECT_MS)],
      ],
    );
  }

  /**
   * Raises collected notifications that are due: auth then publishes the addresses. Replaces their keys, so that
   * further files of the same sender are collected in a new notification.
   */
  async raiseDue(manager: EntityManager, limit: number): Promise<void> {
    const now = this.clock.now();
    const [rows] = await manager.query<[{ id: string; user_id: string }[], number]>(
      `UPDATE notifications SET raised_at = $1, dedupe_key = 'raised/' || id
       WHERE id = ANY (ARRAY(SELECT id FROM notifications WHERE raised_at IS NULL AND send_at <= $1
                    ORDER BY send_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id, user_id`,
      [now, limit],
    );
    for (const { id: notificationId, user_id: userId } of rows) {
      await this.outbox.add(manager, notificationRaised, userId, { notificationId, userId });
    }
  }

  async deleteOfUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Notification, { userId });
    for (const table of ['notification_settings', 'notified_visitors', 'daily_views']) {
      await manager.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
  }

  async deleteOfTarget(manager: EntityManager, targetId: string): Promise<void> {
    await manager.delete(Notification, { targetId });
    await manager.query('DELETE FROM muted_links WHERE target_id = $1', [targetId]);
    await manager.query(DELETE_DAILY_VIEWS, [targetId]);
  }
}
