import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';

/** Far longer than the payment provider redelivers an event. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Deletes ids of applied events and ended subscriptions after 30 days. */
@Injectable()
export class PaymentRetentionSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Deleting old payment records failed', logger);
  }

  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MS);
    await this.database.query('DELETE FROM payment_events WHERE handled_at < $1', [before]);
    await this.database.query("DELETE FROM paid_subscriptions WHERE turn = 'ended' AND told_at < $1", [
      before,
    ]);
  }
}
