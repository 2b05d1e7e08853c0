import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BundleModule } from '../bundle/bundle.module.js';
import { DeletionModule } from '../deletion/deletion.module.js';
import { PlanModule } from '../plan/plan.module.js';
import { UploadModule } from '../upload/upload.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { BundleArchiveFilesService } from './bundle-archive-files.service.js';
import { BundleChangesService } from './bundle-changes.service.js';
import { BundleDeletionService } from './bundle-deletion.service.js';
import { BundleArchiveRequests } from './bundle-archive.requests.js';
import { BundleUploadsService } from './bundle-uploads.service.js';
import { BundlePlacesService } from './bundle-places.service.js';
import { BundleRequests } from './bundle.requests.js';
import { BundleVisitsService } from './bundle-visits.service.js';
import { BundlesService } from './bundles.service.js';

/** Bundles: several files under one link. */
@Module({
  imports: [AccessModule, BundleModule, DeletionModule, PlanModule, UploadModule, VisitsModule],
  controllers: [BundleArchiveRequests, BundleRequests],
  providers: [
    BundleArchiveFilesService,
    BundleChangesService,
    BundleDeletionService,
    BundleUploadsService,
    BundlePlacesService,
    BundlesService,
    BundleVisitsService,
  ],
  exports: [BundlesService, BundleVisitsService],
})
export class BundlesModule {}
