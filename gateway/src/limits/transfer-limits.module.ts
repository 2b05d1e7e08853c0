import { Module } from '@nestjs/common';
import { AnonymousUploadsService } from './anonymous-uploads.service.js';
import { TransferSlotsService } from './transfer-slots.service.js';

/** Limits of transfers. Needs the rate limiter. */
@Module({
  providers: [AnonymousUploadsService, TransferSlotsService],
  exports: [AnonymousUploadsService, TransferSlotsService],
})
export class TransferLimitsModule {}
