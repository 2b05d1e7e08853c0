import { Module } from '@nestjs/common';
import { BundleVisitRecorderService } from './bundle-visit-recorder.service.js';
import { DownloadController } from './download.controller.js';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { MissingObjectService } from './missing-object.service.js';
import { RangeResponseService } from './range-response.service.js';
import { TextPreviewService } from './text-preview.service.js';
import { VisitRecorderService } from './visit-recorder.service.js';

/** Downloads, renditions and thumbnails. Needs the bus and the object store. */
@Module({
  imports: [TransferLimitsModule],
  controllers: [DownloadController],
  providers: [
    BundleVisitRecorderService,
    MissingObjectService,
    RangeResponseService,
    TextPreviewService,
    VisitRecorderService,
  ],
  exports: [BundleVisitRecorderService, MissingObjectService, RangeResponseService],
})
export class DownloadModule {}
