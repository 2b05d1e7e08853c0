import { Module } from '@nestjs/common';
import { DownloadController } from './download.controller.js';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { LinkDownloadService } from './link-download.service.js';
import { MissingObjectService } from './missing-object.service.js';
import { RangeResponseService } from './range-response.service.js';
import { TextPreviewService } from './text-preview.service.js';

/** Downloads, renditions and thumbnails. Needs the bus and the object store. */
@Module({
  imports: [TransferLimitsModule, VisitsModule],
  controllers: [DownloadController],
  providers: [LinkDownloadService, MissingObjectService, RangeResponseService, TextPreviewService],
  exports: [LinkDownloadService, MissingObjectService, RangeResponseService],
})
export class DownloadModule {}
