import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { TransferLimitsModule } from '../limits/transfer-limits.module.js';
import { TusAppendsService } from './tus-appends.service.js';
import { TusController } from './tus.controller.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

/** Uploads. Needs the bus and the object store. */
@Module({
  imports: [HttpModule, TransferLimitsModule],
  controllers: [TusController, UploadController],
  providers: [TusAppendsService, UploadService],
})
export class UploadModule {}
