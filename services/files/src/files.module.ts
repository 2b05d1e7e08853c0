import { type DynamicModule, Module } from '@nestjs/common';
import { AccessController } from './access/access.controller.js';
import { Gate } from './access/gate.js';
import { PasswordVerification } from './access/password-verification.service.js';
import { Tickets } from './access/tickets.service.js';
import { Visits } from './access/visits.service.js';
import { CatalogueController } from './catalogue/catalogue.controller.js';
import { FileLookup } from './catalogue/file-lookup.js';
import { FileRemoval } from './catalogue/file-removal.service.js';
import { FILES_CONFIG, type FilesConfig } from './files.config.js';
import { HealthController } from './health.controller.js';
import { AccountRemoval } from './ownership/account-removal.service.js';
import { Claims } from './ownership/claims.service.js';
import { OwnershipController } from './ownership/ownership.controller.js';
import { PlanController } from './plan/plan.controller.js';
import { Plans } from './plan/plans.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { Settings } from './settings/settings.service.js';
import { JobHints } from './sweep/job-hints.js';
import { Commits } from './upload/commits.service.js';
import { UploadController } from './upload/upload.controller.js';
import { Uploads } from './upload/uploads.service.js';

/**
 * Answers requests and consumes events. Needs the global modules of the service kit, the database, the bus,
 * jobs, storage and the limiter beside it.
 */
@Module({})
export class FilesModule {
  static forRoot(config: FilesConfig): DynamicModule {
    return {
      module: FilesModule,
      controllers: [
        AccessController,
        CatalogueController,
        HealthController,
        OwnershipController,
        PlanController,
        SettingsController,
        UploadController,
      ],
      providers: [
        { provide: FILES_CONFIG, useValue: config },
        AccountRemoval,
        Claims,
        Commits,
        FileLookup,
        FileRemoval,
        Gate,
        JobHints,
        PasswordVerification,
        Plans,
        Settings,
        Tickets,
        Uploads,
        Visits,
      ],
    };
  }
}
