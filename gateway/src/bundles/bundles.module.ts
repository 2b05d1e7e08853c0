import { Module } from '@nestjs/common';
import { BundleContentsModule } from '../bundle-contents/bundle-contents.module.js';
import { DownloadModule } from '../download/download.module.js';
import { HttpModule } from '../http/http.module.js';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { AnonymousBundlesService } from './anonymous-bundles.service.js';
import { BundleZipService } from './bundle-zip.service.js';
import { BundleDownloadController } from './bundle-download.controller.js';
import { BundlesController } from './bundles.controller.js';

/** Bundles and their ZIP archives. Needs the bus, the object store and the rate limiter. */
@Module({
  imports: [BundleContentsModule, DownloadModule, HttpModule, TransferLimitsModule, VisitsModule],
  controllers: [BundleDownloadController, BundlesController],
  providers: [AnonymousBundlesService, BundleZipService],
})
export class BundlesModule {}
