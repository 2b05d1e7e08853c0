import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { bundleDeleted, type EventMessage, fileDeleted, userDeleted } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { NotificationsService } from '../notifications/notifications.service.js';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
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
      await manager.delete(OutgoingMail, { userId });
      await this.webhooks.deleteOfUser(manager, userId);
      await this.notifications.deleteOfUser(manager, userId);
      await this.targets.removeOfUser(manager, userId);
    });
  }

  @Consumes(fileDeleted)
  async fileDeleted(event: EventMessage<typeof fileDeleted>): Promise<void> {
    const { fileId } = event.data;
    await this.inbox.once(event, async (manager) => {
      const target = await this.targets.find(manager, fileId);
      if (target) {
        await this.events.record(manager, {
          ...{ userId: target.userId, type: 'file.deleted', at: event.time },
          data: { fileId, originalName: target.name },
        });
      }
      await this.erase(manager, fileId);
    });
    this.dispatcher.wake();
  }

  @Consumes(bundleDeleted)
  async bundleDeleted(event: EventMessage<typeof bundleDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.erase(manager, event.data.bundleId));
  }

  private async erase(manager: EntityManager, targetId: string): Promise<void> {
    const target = await this.targets.find(manager, targetId);
    if (target?.userId) await this.webhooks.deleteVisitsOf(manager, target.userId, targetId);
    await manager.delete(OutgoingMail, { fileId: targetId });
    await this.notifications.deleteOfTarget(manager, targetId);
    await this.targets.remove(manager, targetId);
  }
}
