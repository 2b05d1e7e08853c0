import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { UploadController } from './upload.controller.js';
import { UploadService } from './upload.service.js';

/** Uploads. Needs the bus and the object store. */
@Module({ imports: [HttpModule, LimitsModule], controllers: [UploadController], providers: [UploadService] })
export class UploadModule {}
