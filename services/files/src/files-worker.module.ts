import { type DynamicModule, Module } from '@nestjs/common';
import { BundleWorkerModule } from './bundles/bundle-worker.module.js';
import { ChecksumsModule } from './checksums/checksums.module.js';
import { ExpiryModule } from './expiry/expiry.module.js';
import { LinkSweepModule } from './links/link-sweep.module.js';
import { type PreviewsModuleOptions } from './previews/previews.module-options.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RestoredContentSweepModule } from './missing-content/restored-content-sweep.module.js';
import { EncryptionKeyCheckModule } from './rotation/encryption-key-check.module.js';
import { SnapshotModule } from './snapshots/snapshot.module.js';
import { StorageCleanupModule } from './storage-cleanup/storage-cleanup.module.js';
import { UploadSweepModule } from './upload/upload-sweep.module.js';
import { VirusScanModule } from './virus-scan/virus-scan.module.js';
import type { VirusScanModuleOptions } from './virus-scan/virus-scan.module-options.js';
import { VisitSweepModule } from './visits/visit-sweep.module.js';

/**
 * Performs the jobs: expiry, previews, virus scans, deletion of objects and sweeps. Requires the global modules of
 * database, bus, storage and service-kit, and of jobs with `work`. Runs beside FilesModule or in a process of its own.
 */
@Module({})
export class FilesWorkerModule {
  static forRoot(previews: PreviewsModuleOptions, virusScan: VirusScanModuleOptions): DynamicModule {
    return {
      module: FilesWorkerModule,
      imports: [
        BundleWorkerModule,
        ChecksumsModule,
        ExpiryModule,
        LinkSweepModule,
        PreviewsModule.forRoot(previews),
        RestoredContentSweepModule,
        EncryptionKeyCheckModule,
        SnapshotModule,
        StorageCleanupModule,
        UploadSweepModule,
        VirusScanModule.forRoot(virusScan),
        VisitSweepModule,
      ],
    };
  }
}
