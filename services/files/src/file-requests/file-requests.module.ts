import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CreationLimitsModule } from '../creation-limits/creation-limits.module.js';
import { PlanModule } from '../plan/plan.module.js';
import { UploadModule } from '../upload/upload.module.js';
import { FileRequestLookupService } from './file-request-lookup.service.js';
import { FileRequestOpeningService } from './file-request-opening.service.js';
import { FileRequestRequests } from './file-request.requests.js';
import { FileRequestUploadsService } from './file-request-uploads.service.js';
import { FileRequestsService } from './file-requests.service.js';
import { SuspensionConsumer } from './suspension.consumer.js';

/** File requests: others send files to an account. */
@Module({
  imports: [AccessModule, CreationLimitsModule, PlanModule, UploadModule],
  controllers: [FileRequestRequests, SuspensionConsumer],
  providers: [
    FileRequestLookupService,
    FileRequestOpeningService,
    FileRequestUploadsService,
    FileRequestsService,
  ],
})
export class FileRequestsModule {}
