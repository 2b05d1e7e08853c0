import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import { Visits } from './access/visits.service.js';
import { Disposal } from './disposal/disposal.service.js';
import { Expiry } from './expiry/expiry.service.js';
import { PREVIEWS_CONFIG, type PreviewsConfig } from './files.config.js';
import { CleanupPermissionService } from './installation/cleanup-permission.service.js';
import { StoreOwnershipService } from './installation/store-ownership.service.js';
import { OrphanCleanupService } from './orphans/orphan-cleanup.service.js';
import { OrphansService } from './orphans/orphans.service.js';
import { PreviewMaker } from './previews/preview-maker.js';
import { PreviewSweep } from './previews/preview-sweep.service.js';
import { Previews } from './previews/previews.service.js';
import { Workshop } from './previews/workshop.js';
import { JobHints } from './sweep/job-hints.js';
import { Sweeper } from './sweep/sweeper.service.js';
import { UploadSweep } from './upload/upload-sweep.service.js';

const builtChild = new URL('./previews/child/preview-child.js', import.meta.url);

/**
 * Performs the jobs: expiry, previews, disposal and sweeps. Needs what FilesModule needs, the limiter apart,
 * and a JobsModule that works. Runs beside FilesModule or in processes of its own.
 */
@Module({})
export class FilesWorkerModule {
  static forRoot(config: PreviewsConfig): DynamicModule {
    const childPath = config.childPath ?? fileURLToPath(builtChild);
    return {
      module: FilesWorkerModule,
      providers: [
        { provide: PREVIEWS_CONFIG, useValue: config },
        { provide: PreviewMaker, useValue: new PreviewMaker(childPath) },
        CleanupPermissionService,
        Disposal,
        Expiry,
        JobHints,
        OrphanCleanupService,
        OrphansService,
        PreviewSweep,
        Previews,
        StoreOwnershipService,
        Sweeper,
        UploadSweep,
        Visits,
        Workshop,
      ],
    };
  }
}
