import { Module } from '@nestjs/common';
import { DownloadModule } from '../download/download.module.js';
import { HttpModule } from '../http/http.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { AnonymousBundlesService } from './anonymous-bundles.service.js';
import { BundleArchiveService } from './bundle-archive.service.js';
import { BundleDownloadController } from './bundle-download.controller.js';
import { BundlesController } from './bundles.controller.js';

/** Bundles and their ZIP archives. Needs the bus, the object store and the rate limiter. */
@Module({
  imports: [DownloadModule, HttpModule, LimitsModule],
  controllers: [BundleDownloadController, BundlesController],
  providers: [AnonymousBundlesService, BundleArchiveService],
})
export class BundlesModule {}
