import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { InputOf, OutputOf, sendContactMessage } from '@waybill/contracts';
import { networkTiers } from '@waybill/redis';
import { DataSource } from 'typeorm';
import { MailRateLimiterService } from '../limits/mail-rate-limiter.service.js';
import { mailLimits } from '../limits/mail.limits.js';
import { OutgoingMailService } from '../outgoing-mails/outgoing-mail.service.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';

/** Sends messages of the contact form to the operator. */
@Injectable()
export class ContactService {
  constructor(
    private readonly database: DataSource,
    private readonly outgoing: OutgoingMailService,
    private readonly rateLimiter: MailRateLimiterService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  async send({
    form,
    address,
  }: InputOf<typeof sendContactMessage>): Promise<OutputOf<typeof sendContactMessage>> {
    await this.rateLimiter.consume(networkTiers(mailLimits.contactPerNetwork, address));
    const id = randomUUID();
    await this.outgoing.add(this.database.manager, {
      id,
      to: this.options.contactEmail,
      replyTo: { name: form.name, address: form.email },
      template: 'contact',
      values: form,
    });
    await this.outgoing.enqueue(id);
    return { message: 'Thank you. We have your message and will answer within 24 hours.' };
  }
}
