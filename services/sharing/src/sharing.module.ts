import { type DynamicModule, Module } from '@nestjs/common';
import { healthRequestsOf } from '@waybill/bus';
import { ActivityModule } from './activity/activity.module.js';
import { AccountMailModule } from './account-mails/account-mail.module.js';
import { ContactModule } from './contact/contact.module.js';
import { DataErasureModule } from './data-erasure/data-erasure.module.js';
import { LinkCodeModule } from './link-codes/link-code.module.js';
import { MailboxModule } from './mailbox/mailbox.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NoticeMailModule } from './notice-mails/notice-mail.module.js';
import { QrCodeModule } from './qr-code/qr-code.module.js';
import { ShareMailModule } from './share-mails/share-mail.module.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from './sharing.module-options.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * Share mails, account mails, notifications, webhooks, QR codes and contact. Requires the global modules of database,
 * bus, jobs, limiter, mail and service-kit.
 */
@Module({})
export class SharingModule {
  static forRoot(options: SharingModuleOptions): DynamicModule {
    return {
      module: SharingModule,
      // Every feature module can read the options.
      global: true,
      imports: [
        ShareMailModule,
        AccountMailModule,
        ContactModule,
        LinkCodeModule,
        MailboxModule,
        NoticeMailModule,
        QrCodeModule,
        NotificationsModule,
        WebhooksModule,
        ActivityModule,
        DataErasureModule,
      ],
      controllers: [healthRequestsOf('sharing')],
      providers: [{ provide: SHARING_MODULE_OPTIONS, useValue: options }],
      exports: [SHARING_MODULE_OPTIONS],
    };
  }
}
