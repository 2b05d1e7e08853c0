import { Module } from '@nestjs/common';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { ContentsSlotInterceptor } from './contents-slot.interceptor.js';

/** Limits the calls that describe all files of a bundle. */
@Module({
  imports: [TransferLimitsModule],
  providers: [ContentsSlotInterceptor],
  exports: [ContentsSlotInterceptor, TransferLimitsModule],
})
export class ContentsModule {}
