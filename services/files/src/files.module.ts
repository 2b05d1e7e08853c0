import { type DynamicModule, Module } from '@nestjs/common';
import { healthRequestsOf } from '@waybill/bus';
import { AbuseReportsModule } from './abuse-reports/abuse-reports.module.js';
import { AccessModule } from './access/access.module.js';
import { BundlesModule } from './bundles/bundles.module.js';
import { FileDetailsModule } from './file-details/file-details.module.js';
import { FileRequestsModule } from './file-requests/file-requests.module.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from './files.module-options.js';
import { InstallationModule } from './installation/installation.module.js';
import { LinksModule } from './links/links.module.js';
import { MissingContentRequestsModule } from './missing-content/missing-content-requests.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { OwnershipModule } from './ownership/ownership.module.js';
import { PlanModule } from './plan/plan.module.js';
import { EncryptionKeyCheckModule } from './rotation/encryption-key-check.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UnlockedPreviewsModule } from './unlocked-previews/unlocked-previews.module.js';
import { UploadModule } from './upload/upload.module.js';
import { VirusScanHealthModule } from './virus-scan/virus-scan-health.module.js';
import { VisitsModule } from './visits/visits.module.js';

/**
 * Files, links, bundles and file requests: who may open them, and until when. Requires the global modules of database,
 * bus, jobs, limiter, storage, security log and service-kit.
 */
@Module({})
export class FilesModule {
  static forRoot(options: FilesModuleOptions): DynamicModule {
    return {
      module: FilesModule,
      // Every feature module can read the options.
      global: true,
      imports: [
        AbuseReportsModule,
        AccessModule,
        BundlesModule,
        FileDetailsModule,
        FileRequestsModule,
        // Needed even while no worker runs: answers a copy of the database that claims the object store.
        InstallationModule,
        LinksModule,
        MissingContentRequestsModule,
        ModerationModule,
        OwnershipModule,
        PlanModule,
        EncryptionKeyCheckModule,
        SettingsModule,
        UnlockedPreviewsModule,
        UploadModule,
        VirusScanHealthModule,
        VisitsModule,
      ],
      controllers: [healthRequestsOf('files')],
      providers: [{ provide: FILES_MODULE_OPTIONS, useValue: options }],
      exports: [FILES_MODULE_OPTIONS],
    };
  }
}
