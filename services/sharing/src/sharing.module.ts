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
import { SharingOptionsModule } from './sharing-options.module.js';
import type { SharingModuleOptions } from './sharing.module-options.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * The sharing service. The process must also import the database, bus, jobs, limiter, mail and service-kit modules.
 */
@Module({})
export class SharingModule {
  static forRoot(options: SharingModuleOptions): DynamicModule {
    return {
      module: SharingModule,
      imports: [
        SharingOptionsModule.forRoot(options),
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
    };
  }
}
