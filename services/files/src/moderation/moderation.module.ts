import { Module } from '@nestjs/common';
import { ModerationListsService } from './moderation-lists.service.js';
import { ModerationRequests } from './moderation.requests.js';
import { ReportDecisionsService } from './report-decisions.service.js';
import { ReportPresentationService } from './report-presentation.service.js';
import { TakedownService } from './takedown.service.js';

/** Takedown, and the lists of administrators. */
@Module({
  controllers: [ModerationRequests],
  providers: [ModerationListsService, ReportDecisionsService, ReportPresentationService, TakedownService],
})
export class ModerationModule {}
