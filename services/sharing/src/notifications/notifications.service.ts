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

/** Queue of notifications. Auth adds the address of the account, and then the mail is queued. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Queues a notification in the transaction of its cause. */
  async add<Kind extends NotificationKind>(
    manager: EntityManager,
    { userId, kind, dedupeKey, values, targetId }: NewNotification<Kind>,
  ): Promise<void> {
    const now = this.clock.now();
    const id = randomUUID();
    const inserted: unknown[] = await manager.query(
      `INSERT INTO notifications (id, user_id, kind, dedupe_key, values, target_id, created_at, send_at, raised_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7) ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`,
      [id, userId, kind, dedupeKey, JSON.stringify(values), targetId ?? null, now],
    );
    if (inserted.length > 0) {
      await this.outbox.add(manager, notificationRaised, userId, { notificationId: id, userId });
    }
  }

  async deleteOfUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Notification, { userId });
  }

  async deleteOfTarget(manager: EntityManager, targetId: string): Promise<void> {
    await manager.delete(Notification, { targetId });
  }
}
