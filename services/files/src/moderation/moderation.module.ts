import { Module } from '@nestjs/common';
import { ModerationListsService } from './moderation-lists.service.js';
import { ModerationRequests } from './moderation.requests.js';
import { AbuseReportDecisionsService } from './abuse-report-decisions.service.js';
import { AbuseReportPresentationService } from './abuse-report-presentation.service.js';
import { TakedownService } from './takedown.service.js';

/** Takedown, and the lists of administrators. */
@Module({
  controllers: [ModerationRequests],
  providers: [
    ModerationListsService,
    AbuseReportDecisionsService,
    AbuseReportPresentationService,
    TakedownService,
  ],
})
export class ModerationModule {}
