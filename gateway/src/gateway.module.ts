import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountsController } from './accounts/accounts.controller.js';
import { BillingController } from './billing/billing.controller.js';
import { KnownPromotion } from './billing/known-promotion.js';
import { ClientController } from './client/client.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import { ByteResponse } from './download/byte-response.js';
import { DownloadController } from './download/download.controller.js';
import { FilesController } from './files/files.controller.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './gateway.config.js';
import { HealthController } from './health/health.controller.js';
import { Cookies } from './http/cookies.js';
import { ErrorFilter } from './http/error.filter.js';
import { MailboxController } from './mailbox/mailbox.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { DoubtInterceptor } from './sessions/doubt.interceptor.js';
import { KnownSessions } from './sessions/known-sessions.js';
import { PasswordStrategy } from './sessions/password.strategy.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionStrategy } from './sessions/session.strategy.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SharingController } from './sharing/sharing.controller.js';
import { UploadReceiver } from './upload/upload-receiver.js';
import { ViewerController } from './viewer/viewer.controller.js';
import { UploadController } from './upload/upload.controller.js';

/** The HTTP edge. Needs the bus, the object store, the cache and the service kit beside it. */
@Module({})
export class GatewayModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        SessionsController,
        AccountsController,
        UploadController,
        DownloadController,
        ReportsController,
        FilesController,
        ViewerController,
        SharingController,
        BillingController,
        MailboxController,
        HealthController,
        DocumentsController,
        ClientController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: SessionGuard },
        Cookies,
        KnownPromotion,
        KnownSessions,
        DoubtInterceptor,
        SessionStrategy,
        PasswordStrategy,
        UploadReceiver,
        ByteResponse,
      ],
    };
  }
}
