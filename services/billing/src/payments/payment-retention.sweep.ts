import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';

/** Far longer than the payment provider redelivers an event, such as the checkout that links a customer. */
const RETENTION_MS = 30 * DAY_MS;

/** Deletes ids of applied events, ended subscriptions, and payments without an account after 30 days. */
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
    await this.database.query(
      `DELETE FROM paid_subscriptions AS paid WHERE told_at < $1 AND (turn = 'ended' OR NOT EXISTS (
         SELECT FROM payment_customers AS customer WHERE customer.customer_id = paid.customer_id))`,
      [before],
    );
    await this.database.query(
      `DELETE FROM payment_refunds AS refund WHERE paid_at < $1 AND NOT EXISTS (
         SELECT FROM payment_customers AS customer WHERE customer.customer_id = refund.customer_id)`,
      [before],
    );
  }
}
