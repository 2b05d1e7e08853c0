import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AbuseReportsController } from './abuse-reports.controller.js';
import { FilesController } from './files.controller.js';
import { OfficeViewerController } from './office-viewer.controller.js';
import { UnlockedPreviewsController } from './unlocked-previews.controller.js';

/** Metadata, settings, passwords and unlocked previews of files, and abuse reports of files, bundles and links. */
@Module({
  imports: [SessionsModule],
  controllers: [AbuseReportsController, FilesController, OfficeViewerController, UnlockedPreviewsController],
})
export class FilesModule {}
