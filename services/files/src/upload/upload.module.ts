import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { PlanModule } from '../plan/plan.module.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { UploadCommitService } from './upload-commit.service.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { UploadRequests } from './upload.requests.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [DeletionModule, PlanModule],
  controllers: [UploadRequests],
  providers: [AnonymousQuotaService, UploadCommitService, UploadDestinationsService, UploadsService],
  exports: [UploadDestinationsService],
})
export class UploadModule {}
