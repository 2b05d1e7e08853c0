import { randomUUID } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, sendContactMessage } from '@waybill/contracts';
import { networkOf } from '@waybill/limiter';
import { DataSource } from 'typeorm';
import { MailAllowance } from '../limits/mail-allowance.js';
import { mailLimits } from '../limits/mail-limits.js';
import { OutgoingMails } from '../outgoing/outgoing-mails.js';
import { SHARING_CONFIG, type SharingConfig } from '../sharing.config.js';

@Controller()
export class ContactController {
  constructor(
    private readonly database: DataSource,
    private readonly outgoing: OutgoingMails,
    private readonly allowance: MailAllowance,
    @Inject(SHARING_CONFIG) private readonly config: SharingConfig,
  ) {}

  @Handles(sendContactMessage)
  async send({
    form,
    address,
  }: InputOf<typeof sendContactMessage>): Promise<OutputOf<typeof sendContactMessage>> {
    await this.allowance.spend([[mailLimits.contactPerAddress, networkOf(address)]]);
    const id = randomUUID();
    await this.outgoing.add(this.database.manager, {
      id,
      to: this.config.contactEmail,
      replyTo: { name: form.name, address: form.email },
      template: 'contact',
      values: form,
    });
    await this.outgoing.dispatch(id);
    return { message: 'Thank you. We have your message and will answer within 24 hours.' };
  }
}
