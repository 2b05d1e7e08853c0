import { Controller, Inject } from '@nestjs/common';
import { accountKey, Consumes, Inbox, lockAgainstDeletion } from '@waybill/bus';
import { type EventMessage, notificationAddressed } from '@waybill/contracts';
import type { MailTemplateName, MailValues } from '@waybill/mail';
import { countOf, listOf } from '../mail-text.js';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { unsubscribeUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { safePersonName } from '../untrusted-text/untrusted-text.policy.js';
import { templateOf } from './notification-mails.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { Notification } from './notification.entity.js';

/** Queues the mail of a notification once auth has published the address of the account. */
@Controller()
export class NotificationConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly outgoing: OutgoingMailService,
    private readonly settings: NotificationSettingsService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  @Consumes(notificationAddressed)
  async notificationAddressed(event: EventMessage<typeof notificationAddressed>): Promise<void> {
    const { notificationId: id, userId, name, email } = event.data;
    await this.inbox.once(event, async (manager) => {
      // Before the settings get a row, which holds the key to unsubscribe.
      if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return;
      const notification = await manager.findOneBy(Notification, { id });
      if (!notification) return;
      const { kind, values } = notification;
      const template: MailTemplateName = templateOf[kind];
      await this.outgoing.add(manager, {
        id,
        userId,
        template,
        to: { name: '', address: email },
        values: { ...presentFiles(values), name: safePersonName(name) } as MailValues<typeof template>,
        ...(kind !== 'webhookDisabled' && {
          unsubscribeUrl: unsubscribeUrl(
            this.options.publicUrl,
            await this.settings.unsubscribeKey(manager, userId),
            kind,
          ),
        }),
        ...(notification.targetId !== null && { targetId: notification.targetId }),
      });
      // Deletes names of visitors and senders from the notification. From now on only the mail holds them, and its body
      // is deleted once it was sent.
      await manager.update(Notification, { id }, { values: {} });
    });
    await this.outgoing.enqueue(id);
  }
}

/** Formats collected files as a number and a list. */
function presentFiles(values: object): object {
  if (!('files' in values)) return values;
  const { files, ...others } = values as { readonly files: readonly string[] };
  return { ...others, count: countOf(files.length, 'file'), lines: listOf(files) };
}
