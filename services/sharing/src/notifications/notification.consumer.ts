import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, notificationAddressed } from '@waybill/contracts';
import type { MailTemplateName, MailValues } from '@waybill/mail';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { safePersonName } from '../untrusted-text/untrusted-text.policy.js';
import { templateOf } from './notification-mails.js';
import { Notification } from './notification.entity.js';

/** Queues the mail of a notification once its address is known. */
@Controller()
export class NotificationConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMailService,
  ) {}

  @Consumes(notificationAddressed)
  async notificationAddressed(event: EventMessage<typeof notificationAddressed>): Promise<void> {
    const { notificationId: id, userId, name, email } = event.data;
    await this.inbox.once(event, async (manager) => {
      const notification = await manager.findOneBy(Notification, { id });
      if (!notification) return;
      const template: MailTemplateName = templateOf[notification.kind];
      await this.outgoing.add(manager, {
        ...{ id, userId, template },
        to: { name: '', address: email },
        values: { ...notification.values, name: safePersonName(name) } as MailValues<typeof template>,
        ...(notification.targetId !== null && { fileId: notification.targetId }),
      });
    });
    await this.outgoing.enqueue(id);
  }
}
