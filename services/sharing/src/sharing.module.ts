import { type DynamicModule, Module } from '@nestjs/common';
import { AccountMailConsumer } from './account-mails/account-mail.consumer.js';
import { ContactRequests } from './contact/contact.requests.js';
import { DataErasureConsumer } from './data-erasure/data-erasure.consumer.js';
import { HealthRequests } from './health/health.requests.js';
import { ShareMailRequests } from './share-mails/share-mail.requests.js';
import { MailRateLimiterService } from './limits/mail-rate-limiter.service.js';
import { MailboxRequests } from './mailbox/mailbox.requests.js';
import { MailSenderService } from './outgoing-mails/mail-sender.service.js';
import { OutgoingMailService } from './outgoing-mails/outgoing-mail.service.js';
import { UnsentMailSweep } from './outgoing-mails/unsent-mail.sweep.js';
import { QrCodeRequests } from './qr-code/qr-code.requests.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from './sharing.module-options.js';

/**
 * What leaves the house: share mails, account mails, QR codes, contact. Needs database, bus, jobs, limiter, mail
 * and service-kit beside it.
 */
@Module({})
export class SharingModule {
  static forRoot(config: SharingModuleOptions): DynamicModule {
    return {
      module: SharingModule,
      controllers: [
        QrCodeRequests,
        ShareMailRequests,
        ContactRequests,
        MailboxRequests,
        AccountMailConsumer,
        DataErasureConsumer,
        HealthRequests,
      ],
      providers: [
        { provide: SHARING_MODULE_OPTIONS, useValue: config },
        OutgoingMailService,
        MailSenderService,
        UnsentMailSweep,
        MailRateLimiterService,
      ],
    };
  }
}
