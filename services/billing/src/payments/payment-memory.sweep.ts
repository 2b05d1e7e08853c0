import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Sweep } from '../sweeps/sweep.js';

/** Far longer than the provider delivers an event again. */
const MEMORY_MS = 30 * 24 * 3_600_000;

/** Forgets events that took effect, and subscriptions that ended, long ago. */
@Injectable()
export class PaymentMemory extends Sweep {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('old payments not forgotten', logger);
  }

  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - MEMORY_MS);
    await this.database.query('DELETE FROM payment_events WHERE handled_at < $1', [before]);
    await this.database.query("DELETE FROM paid_subscriptions WHERE turn = 'ended' AND told_at < $1", [
      before,
    ]);
  }
}
