import { Module } from '@nestjs/common';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { ContentsInterceptor } from './contents.interceptor.js';

/** Limits the calls that describe all files of a bundle. */
@Module({
  imports: [TransferLimitsModule],
  providers: [ContentsInterceptor],
  exports: [ContentsInterceptor, TransferLimitsModule],
})
export class ContentsModule {}
