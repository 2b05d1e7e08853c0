import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';

/**
 * Far longer than the retries of a visit's event take. The event may become a dead letter, which is replayed within
 * days.
 */
const KEPT_MS = 7 * DAY_MS;

/** Deletes reading reports whose visits never arrived. */
@Injectable()
export class EarlyReadingSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Deleting reading of visits that never arrived failed', logger);
  }

  /** Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    await this.database.query('DELETE FROM early_reading WHERE kept_at < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }
}
