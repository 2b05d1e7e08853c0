import { Module } from '@nestjs/common';
import { LiveChangesService } from './live-changes.service.js';
import { LiveEventRepository } from './live-event.repository.js';
import { LiveRequests } from './live.requests.js';
import { VisitEndSweep } from './visit-end.sweep.js';
import { VisitEventsService } from './visit-events.service.js';
import { VisitProgressRepository } from './visit-progress.repository.js';

/** Visits in progress, and the events for watching clients. */
@Module({
  controllers: [LiveRequests],
  providers: [
    LiveChangesService,
    LiveEventRepository,
    VisitEndSweep,
    VisitEventsService,
    VisitProgressRepository,
  ],
  exports: [LiveChangesService, VisitEventsService],
})
export class LiveModule {}
