import { Module } from '@nestjs/common';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { BundleContentsQueueService } from './bundle-contents-queue.service.js';
import { BundleContentsSlotsService } from './bundle-contents-slots.service.js';

/** Limits the calls that describe all files of a bundle. */
@Module({
  imports: [TransferLimitsModule],
  providers: [BundleContentsQueueService, BundleContentsSlotsService],
  exports: [BundleContentsQueueService, BundleContentsSlotsService],
})
export class BundleContentsModule {}
