import { Module } from '@nestjs/common';
import { AdminAbuseReportsController } from './admin-abuse-reports.controller.js';
import { AdminAuditController } from './admin-audit.controller.js';
import { AdminFilesController } from './admin-files.controller.js';
import { AdminOverviewController } from './admin-overview.controller.js';
import { AdminPeopleController } from './admin-people.controller.js';
import { AdminPromotionController } from './admin-promotion.controller.js';
import { AuditService } from './audit.service.js';
import { BillingModule } from '../billing/billing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UnknownAdminAddressController } from './unknown-admin-address.controller.js';

/** Administration of this installation. Combines the replies of several services, each about its own data. */
@Module({
  imports: [BillingModule, SessionsModule],
  controllers: [
    AdminAbuseReportsController,
    AdminAuditController,
    AdminFilesController,
    AdminOverviewController,
    AdminPeopleController,
    AdminPromotionController,
    UnknownAdminAddressController,
  ],
  providers: [AuditService],
})
export class AdminModule {}
