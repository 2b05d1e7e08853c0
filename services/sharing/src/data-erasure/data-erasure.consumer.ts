import { Controller } from '@nestjs/common';
import { accountKey, Consumes, Inbox, markDeleted } from '@waybill/bus';
import { bundleDeleted, type EventMessage, fileDeleted, userDeleted } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { NotificationsService } from '../notifications/notifications.service.js';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import type { Target } from '../targets/target.entity.js';
import { TargetsService } from '../targets/targets.service.js';
import { WebhookDispatcherService } from '../webhooks/webhook-dispatcher.service.js';
import { WebhookEventsService } from '../webhooks/webhook-events.service.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

/** Deletes the data of deleted files, bundles and accounts: mails, sent or unsent, webhooks and notifications. */
@Controller()
export class DataErasureConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly targets: TargetsService,
    private readonly notifications: NotificationsService,
    private readonly webhooks: WebhooksService,
    private readonly events: WebhookEventsService,
    private readonly dispatcher: WebhookDispatcherService,
  ) {}

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    const { userId } = event.data;
    await this.inbox.once(event, async (manager) => {
      await markDeleted(manager, accountKey(userId));
      await this.targets.removeOfUser(manager, userId);
      await manager.delete(OutgoingMail, { userId });
      await this.webhooks.deleteOfUser(manager, userId);
      await this.notifications.deleteOfUser(manager, userId);
    });
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    const { fileId } = event.data;
    await this.inbox.once(event, async (manager) => {
      // Locks the target before the webhooks, in the same order as visits do, so that the two cannot deadlock.
      const erased = await this.erase(manager, fileId, event.time);
      if (erased) await this.record(manager, erased, event.time);
    });
    this.dispatcher.wake();
  }

  @Consumes(bundleDeleted)
  async bundleDeleted(event: EventMessage<typeof bundleDeleted>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.erase(manager, event.data.bundleId, event.time);
    });
  }

  private async record(manager: EntityManager, { id, userId, name }: Target, at: string): Promise<void> {
    const data = { fileId: id, originalName: name };
    await this.events.record(manager, { userId, type: 'file.deleted', at, data });
  }

  private async erase(manager: EntityManager, targetId: string, at: string): Promise<Target | null> {
    const erased = await this.targets.erase(manager, targetId, new Date(at));
    if (erased?.userId) await this.webhooks.deleteLogOf(manager, erased.userId, targetId);
    await manager.delete(OutgoingMail, { targetId });
    await this.notifications.deleteOfTarget(manager, targetId);
    return erased;
  }
}
