import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { type InputOf, linkSent, type OutputOf, type shareByEmail } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { MailRateLimiterService } from '../limits/mail-rate-limiter.service.js';
import { shareMailLimits } from '../limits/mail.limits.js';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { linkUrl, targetUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { safePersonName } from '../untrusted-text/untrusted-text.policy.js';
import { presentShareMail } from './share-mail.presenter.js';

/** Sends links to files by mail, and publishes that they were sent. */
@Injectable()
export class ShareMailService {
  constructor(
    private readonly database: DataSource,
    private readonly outgoing: OutgoingMailService,
    private readonly outbox: Outbox,
    private readonly rateLimiter: MailRateLimiterService,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  async send(input: InputOf<typeof shareByEmail>): Promise<OutputOf<typeof shareByEmail>> {
    const { caller, file, form } = input;
    await this.rateLimiter.consume(shareMailLimits(caller, form.recipientEmail));
    const mailId = randomUUID();
    await this.database.transaction(async (manager) => {
      await this.outgoing.add(manager, {
        id: mailId,
        to: { name: safePersonName(form.recipientName), address: form.recipientEmail },
        template: 'share',
        values: presentShareMail(input, this.addressOf(input, mailId)),
        userId: caller.userId,
        targetId: file.id,
        expiresAt: file.deleteAt ? new Date(file.deleteAt) : null,
      });
      await this.outbox.add(manager, linkSent, mailId, {
        linkId: mailId,
        fileId: file.id,
        recipientName: form.recipientName,
        sentAt: this.clock.now().toISOString(),
      });
    });
    await this.outgoing.enqueue(mailId);
    return { message: `The link is on its way to ${form.recipientEmail}` };
  }

  /** Address of the shared file or link for the mail. The parameter `via` attributes visits to the mail. */
  private addressOf({ file, slug }: InputOf<typeof shareByEmail>, mailId: string): string {
    const { publicUrl } = this.options;
    const address = slug === undefined ? targetUrl(publicUrl, file) : linkUrl(publicUrl, slug);
    return `${address}?via=${mailId}`;
  }
}
