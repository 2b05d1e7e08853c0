import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountsController } from './accounts/accounts.controller.js';
import { BillingController } from './billing/billing.controller.js';
import { PromotionCacheService } from './billing/promotion-cache.service.js';
import { WebClientController } from './web-client/web-client.controller.js';
import { ApiDocsController } from './api-docs/api-docs.controller.js';
import { RangeResponseService } from './download/range-response.service.js';
import { DownloadController } from './download/download.controller.js';
import { FilesController } from './files/files.controller.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from './gateway.module-options.js';
import { HealthController } from './health/health.controller.js';
import { CookiesService } from './http/cookies.service.js';
import { ErrorFilter } from './http/error.filter.js';
import { MailboxController } from './mailbox/mailbox.controller.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { InvalidateSessionCacheInterceptor } from './sessions/invalidate-session-cache.interceptor.js';
import { SessionCacheService } from './sessions/session-cache.service.js';
import { PasswordStrategy } from './sessions/password.strategy.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionStrategy } from './sessions/session.strategy.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SharingController } from './sharing/sharing.controller.js';
import { UploadService } from './upload/upload.service.js';
import { ViewerController } from './viewer/viewer.controller.js';
import { UploadController } from './upload/upload.controller.js';

/** The HTTP edge. Needs the bus, the object store, the cache and the service kit beside it. */
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayModuleOptions): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        SessionsController,
        AccountsController,
        UploadController,
        DownloadController,
        AnalyticsController,
        FilesController,
        ViewerController,
        SharingController,
        BillingController,
        MailboxController,
        HealthController,
        ApiDocsController,
        WebClientController,
      ],
      providers: [
        { provide: GATEWAY_MODULE_OPTIONS, useValue: config },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: SessionGuard },
        CookiesService,
        PromotionCacheService,
        SessionCacheService,
        InvalidateSessionCacheInterceptor,
        SessionStrategy,
        PasswordStrategy,
        UploadService,
        RangeResponseService,
      ],
    };
  }
}
