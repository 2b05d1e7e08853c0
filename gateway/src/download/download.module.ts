import { Module } from '@nestjs/common';
import { BundleVisitRecorderService } from './bundle-visit-recorder.service.js';
import { DownloadController } from './download.controller.js';
import { LimitsModule } from '../limits/limits.module.js';
import { RangeResponseService } from './range-response.service.js';
import { TextPreviewService } from './text-preview.service.js';
import { VisitRecorderService } from './visit-recorder.service.js';

/** Downloads, renditions and thumbnails. Needs the bus and the object store. */
@Module({
  imports: [LimitsModule],
  controllers: [DownloadController],
  providers: [BundleVisitRecorderService, RangeResponseService, TextPreviewService, VisitRecorderService],
  exports: [BundleVisitRecorderService, RangeResponseService],
})
export class DownloadModule {}
