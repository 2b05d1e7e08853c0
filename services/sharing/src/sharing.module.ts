import { type DynamicModule, Module } from '@nestjs/common';
import { AccountMailsConsumer } from './account-mails/account-mails.consumer.js';
import { ContactController } from './contact/contact.controller.js';
import { ForgettingConsumer } from './forgetting/forgetting.consumer.js';
import { HealthController } from './health/health.controller.js';
import { LinksController } from './links/links.controller.js';
import { MailAllowance } from './limits/mail-allowance.js';
import { MailboxController } from './mailbox/mailbox.controller.js';
import { MailSender } from './outgoing/mail-sender.js';
import { OutgoingMails } from './outgoing/outgoing-mails.js';
import { UnsentMailsSweep } from './outgoing/unsent-mails.sweep.js';
import { QrCodeController } from './qr-code/qr-code.controller.js';
import { SHARING_CONFIG, type SharingConfig } from './sharing.config.js';

/**
 * What leaves the house: share mails, account mails, QR codes, contact. Needs database, bus, jobs, limiter, mail
 * and service-kit beside it.
 */
@Module({})
export class SharingModule {
  static forRoot(config: SharingConfig): DynamicModule {
    return {
      module: SharingModule,
      controllers: [
        QrCodeController,
        LinksController,
        ContactController,
        MailboxController,
        AccountMailsConsumer,
        ForgettingConsumer,
        HealthController,
      ],
      providers: [
        { provide: SHARING_CONFIG, useValue: config },
        OutgoingMails,
        MailSender,
        UnsentMailsSweep,
        MailAllowance,
      ],
    };
  }
}
