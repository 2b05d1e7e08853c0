import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { LiveEventRepository } from './live-event.repository.js';
import { VisitEventsService } from './visit-events.service.js';

const INTERVAL_MS = 10_000;
/** Time without a report after which a visit has ended. A visible page reports every five seconds. */
const QUIET_MS = MINUTE_MS;
/** Clients can resume for five minutes (`Last-Event-ID`). The sixth minute tolerates clock skew. */
const KEPT_MS = 6 * MINUTE_MS;
/** Visits ended in one transaction. Limits the time for which its locks are held. */
const BATCH = 500;

/** Ends visits without a recent report, and deletes live events that are too old for clients to resume from. */
@Injectable()
export class VisitEndSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly visitEvents: VisitEventsService,
    private readonly liveEvents: LiveEventRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Ending visits failed', logger, INTERVAL_MS);
  }

  /** Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    const now = this.clock.now().getTime();
    let ended: number;
    do {
      ended = await this.database.transaction((manager) =>
        this.visitEvents.endQuiet(manager, new Date(now - QUIET_MS), BATCH),
      );
    } while (ended === BATCH);
    await this.liveEvents.deleteBefore(new Date(now - KEPT_MS));
  }
}
