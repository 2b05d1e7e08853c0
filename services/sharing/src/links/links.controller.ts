import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { Handles, Outbox } from '@waybill/bus';
import { type InputOf, linkSent, type OutputOf, shareByEmail } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { MailAllowance } from '../limits/mail-allowance.js';
import { limitsOf } from '../limits/mail-limits.js';
import { OutgoingMails } from '../outgoing/outgoing-mails.js';
import { mailedFileLink } from '../public-links.js';
import { SHARING_CONFIG, type SharingConfig } from '../sharing.config.js';
import { shareMailValues } from './share-mail.presenter.js';

@Controller()
export class LinksController {
  constructor(
    private readonly database: DataSource,
    private readonly outgoing: OutgoingMails,
    private readonly outbox: Outbox,
    private readonly allowance: MailAllowance,
    private readonly clock: Clock,
    @Inject(SHARING_CONFIG) private readonly config: SharingConfig,
  ) {}

  @Handles(shareByEmail)
  async send(input: InputOf<typeof shareByEmail>): Promise<OutputOf<typeof shareByEmail>> {
    const { caller, file, form } = input;
    await this.allowance.spend(limitsOf(caller, form.recipientEmail));
    const linkId = randomUUID();
    await this.database.transaction(async (manager) => {
      await this.outgoing.add(manager, {
        id: linkId,
        to: { name: form.recipientName, address: form.recipientEmail },
        template: 'share',
        values: shareMailValues(input, mailedFileLink(this.config.publicUrl, file.id, linkId)),
        userId: caller.userId,
        fileId: file.id,
        uselessFrom: file.deleteAt ? new Date(file.deleteAt) : null,
      });
      await this.outbox.add(manager, linkSent, linkId, {
        linkId,
        fileId: file.id,
        recipientName: form.recipientName,
        sentAt: this.clock.now().toISOString(),
      });
    });
    await this.outgoing.dispatch(linkId);
    return { message: `The link is on its way to ${form.recipientEmail}` };
  }
}
