import { Module } from '@nestjs/common';
import { LiveEventRepository } from './live-event.repository.js';
import { LiveRequests } from './live.requests.js';
import { VisitEndSweep } from './visit-end.sweep.js';
import { VisitEventsService } from './visit-events.service.js';
import { VisitProgressRepository } from './visit-progress.repository.js';

/** Visits in progress, and their events for watching clients. */
@Module({
  controllers: [LiveRequests],
  providers: [LiveEventRepository, VisitEndSweep, VisitEventsService, VisitProgressRepository],
  exports: [VisitEventsService],
})
export class LiveModule {}
