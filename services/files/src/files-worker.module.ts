import { type DynamicModule, Module } from '@nestjs/common';
import { ExpiryModule } from './expiry/expiry.module.js';
import { LinkSweepModule } from './links/link-sweep.module.js';
import { type PreviewsModuleOptions } from './previews/previews.module-options.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RotationModule } from './rotation/rotation.module.js';
import { StorageCleanupModule } from './storage-cleanup/storage-cleanup.module.js';
import { UploadSweepModule } from './upload/upload-sweep.module.js';
import { VisitSweepModule } from './visits/visit-sweep.module.js';

/**
 * Performs the jobs: expiry, previews, deletion of objects and sweeps. Requires the global modules of service-kit,
 * database, bus, storage, and of jobs with `work`. Runs beside FilesModule or in a process of its own.
 */
@Module({})
export class FilesWorkerModule {
  static forRoot(previews: PreviewsModuleOptions): DynamicModule {
    return {
      module: FilesWorkerModule,
      imports: [
        ExpiryModule,
        LinkSweepModule,
        PreviewsModule.forRoot(previews),
        RotationModule,
        StorageCleanupModule,
        UploadSweepModule,
        VisitSweepModule,
      ],
    };
  }
}
