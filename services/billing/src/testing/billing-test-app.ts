import { randomUUID } from 'node:crypto';
import { type RunningService, startMigratedPostgres, startService } from '@waybill/bus/testing';
import {
  cancelSubscription,
  getSubscription,
  type PlanId,
  receivePaymentEvent,
  subscriptionChanged,
  type SubscriptionView,
  userDeleted,
  userRegistered,
} from '@waybill/contracts';
import { ManualClock } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import type { BillingModuleOptions } from '../billing.module-options.js';
import { BillingModule } from '../billing.module.js';
import { billingDatabase } from '../database/billing.database.js';
import { PendingCancellationSweep } from '../payments/pending-cancellation.sweep.js';
import { signedEvent, stripeForTests, type TestEvent } from '../stripe/testing/signed-events.js';

export const DAY_SECONDS = 86_400;

/** An account that is a customer of the provider with one subscription. */
export class Payer {
  readonly userId = randomUUID();
  readonly email = `${this.userId}@example.org`;
  readonly customerId = `cus_${this.userId}`;
  readonly subscriptionId = `sub_${this.userId}`;

  /** @param start of the paid period, Unix time in seconds */
  constructor(readonly start: number) {}

  get end(): number {
    return this.start + 30 * DAY_SECONDS;
  }

  checkout(created = this.start): TestEvent {
    const object = { id: 'cs_1', customer: this.customerId, client_reference_id: this.userId };
    return { type: 'checkout.session.completed', created, object };
  }

  subscription(
    verb: 'created' | 'updated' | 'deleted',
    {
      created = this.start,
      price = 'price_bm',
      start = this.start,
      end = this.end,
      ...changes
    }: Record<string, unknown> & { created?: number; price?: string; start?: number; end?: number } = {},
  ): TestEvent {
    const items = { data: [{ price: { id: price }, current_period_start: start, current_period_end: end }] };
    const object = {
      id: this.subscriptionId,
      customer: this.customerId,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      items,
      ...changes,
    };
    return { type: `customer.subscription.${verb}`, created, object };
  }

  refund(created = this.start, paidAt = this.start): TestEvent {
    const object = {
      id: `ch_${paidAt}_${this.userId}`,
      customer: this.customerId,
      created: paidAt,
      refunded: true,
    };
    return { type: 'charge.refunded', created, object };
  }
}

/** The billing service on a real database, with helpers for tests. */
export class BillingTestApp {
  private constructor(
    readonly service: RunningService,
    readonly clock: ManualClock,
    private readonly stopDatabase: () => Promise<void>,
  ) {}

  static async start(options: Partial<BillingModuleOptions> = {}): Promise<BillingTestApp> {
    const postgres = await startMigratedPostgres(billingDatabase);
    const clock = new ManualClock();
    const service = await startService({
      module: BillingModule.forRoot({
        promotion: { endsAt: null, message: null },
        defaultPlan: 'free',
        stripe: stripeForTests,
        ...options,
      }),
      database: billingDatabase,
      service: 'billing',
      url: postgres.url,
      clock,
    });
    return new BillingTestApp(service, clock, () => postgres.stop());
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.stopDatabase();
  }

  get seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }

  /** A new account on the free plan. */
  async payer(): Promise<Payer> {
    const payer = new Payer(this.seconds);
    await this.register(payer);
    return payer;
  }

  async register({ userId, email }: Payer): Promise<void> {
    await this.service.publish(userRegistered, userId, { userId, email, name: 'Ada', activationToken: null });
  }

  /** A new account with a paid plan. */
  async subscriber(price = 'price_bm'): Promise<Payer> {
    const payer = await this.payer();
    await this.deliverEvents(payer.checkout(), payer.subscription('created', { price }));
    return payer;
  }

  /** Signs the events and delivers them one after the other. */
  async deliverEvents(...events: TestEvent[]): Promise<void> {
    for (const event of events) await this.deliver(signedEvent(event, { at: this.clock.now() }));
  }

  deliver(message: { payload: string; signature: string }): Promise<unknown> {
    return this.service.bus.request(receivePaymentEvent, message);
  }

  subscription({ userId }: Payer): Promise<SubscriptionView> {
    return this.service.bus.request(getSubscription, { userId });
  }

  cancel({ userId }: Payer) {
    return this.service.bus.request(cancelSubscription, { userId });
  }

  async remove({ userId }: Payer): Promise<void> {
    await this.service.publish(userDeleted, userId, { userId });
  }

  /** Resolves once all pending cancellations succeeded. Advances the clock past every retry delay. */
  async pendingCancellationsDone(): Promise<void> {
    await eventually(async () => {
      this.clock.advance(DAY_SECONDS * 1000);
      await this.service.get<PendingCancellationSweep>(PendingCancellationSweep).sweep();
      const left = await this.query('SELECT 1 FROM payment_endings');
      if (left.length > 0) throw new Error(`${left.length} cancellations are pending`);
    });
  }

  /** The published plans of the account, oldest first. */
  publishedPlans({ userId }: Payer): PlanId[] {
    return this.service
      .published()
      .filter(({ type, subject }) => type === subscriptionChanged.type && subject === userId)
      .map(({ data }) => (data as { plan: PlanId }).plan);
  }

  query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.service.get<DataSource>(DataSource).query(sql, values);
  }
}
