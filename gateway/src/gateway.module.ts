import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { BillingModule } from './billing/billing.module.js';
import { ConfigModule } from './config/config.module.js';
import { BundlesModule } from './bundles/bundles.module.js';
import { DownloadModule } from './download/download.module.js';
import { FileRequestsModule } from './file-requests/file-requests.module.js';
import { FilesModule } from './files/files.module.js';
import { LinksModule } from './links/links.module.js';
import { TRAFFIC_LIMITS } from './limits/traffic.limits.js';
import { LiveModule } from './live/live.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { MailboxModule } from './mailbox/mailbox.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from './options/gateway.module-options.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { TotpModule } from './totp/totp.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { UploadModule } from './upload/upload.module.js';
import { WebClientModule } from './web-client/web-client.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * The HTTP edge. Requires the global modules of bus, storage, cache, limiter, signals, security log and service-kit.
 */
@Module({})
export class GatewayModule {
  static forRoot(options: GatewayModuleOptions): DynamicModule {
    return {
      module: GatewayModule,
      // Every feature module can read the options.
      global: true,
      imports: [
        HttpModule,
        SessionsModule,
        AccountsModule,
        TokensModule,
        TotpModule,
        SingleSignOnModule,
        PasskeysModule,
        UploadModule,
        DownloadModule,
        BundlesModule,
        FileRequestsModule,
        FilesModule,
        LinksModule,
        AnalyticsModule,
        LiveModule,
        SharingModule,
        WebhooksModule,
        NotificationsModule,
        BillingModule,
        AdminModule,
        MailboxModule,
        ConfigModule,
        HealthModule,
        ApiDocsModule,
        WebClientModule,
      ],
      providers: [
        { provide: GATEWAY_MODULE_OPTIONS, useValue: options },
        { provide: TRAFFIC_LIMITS, useValue: options.limits },
      ],
      exports: [GATEWAY_MODULE_OPTIONS, TRAFFIC_LIMITS],
    };
  }
}
