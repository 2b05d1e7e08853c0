import { Module } from '@nestjs/common';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { ContentsQueueService } from './contents-queue.service.js';

/** Limits the calls that describe all files of a bundle. */
@Module({
  imports: [TransferLimitsModule],
  providers: [ContentsQueueService],
  exports: [ContentsQueueService, TransferLimitsModule],
})
export class ContentsModule {}
