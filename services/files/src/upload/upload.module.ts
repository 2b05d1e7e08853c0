import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { PlanModule } from '../plan/plan.module.js';
import { AnonymousQuotaService } from './anonymous-quota.service.js';
import { AppendsService } from './appends.service.js';
import { ResumableFinishService } from './resumable-finish.service.js';
import { ResumableUploadRequests } from './resumable-upload.requests.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { UploadCommitService } from './upload-commit.service.js';
import { UploadDestinationsService } from './upload-destinations.service.js';
import { UploadOpeningService } from './upload-opening.service.js';
import { UploadRequests } from './upload.requests.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [DeletionModule, PlanModule],
  controllers: [ResumableUploadRequests, UploadRequests],
  providers: [
    AnonymousQuotaService,
    AppendsService,
    ResumableFinishService,
    ResumableUploadsService,
    UploadCommitService,
    UploadDestinationsService,
    UploadOpeningService,
    UploadsService,
  ],
  exports: [AnonymousQuotaService, UploadDestinationsService],
})
export class UploadModule {}
