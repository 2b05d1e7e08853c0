import { Inject, Injectable } from '@nestjs/common';
import type { PaidPlan } from '@waybill/contracts';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionBook } from '../subscriptions/subscription-book.js';
import { lockCustomer } from './customer-lock.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { isNews, isRefunded } from './payment.rules.js';
import { PaymentEndings } from './payment-endings.js';
import type { PaymentEvent, PaymentFact, SubscriptionSnapshot } from './payment-provider.js';
import { Settlement } from './settlement.js';

type FactOf<K extends PaymentFact['kind']> = Extract<PaymentFact, { kind: K }>;

/**
 * Keeps what the payment provider told as facts, the newest of each, and settles the account from all of them: so
 * the order in which they arrive makes no difference (docs/decisions/payments.md).
 */
@Injectable()
export class PaymentLedger {
  constructor(
    private readonly database: DataSource,
    private readonly settlement: Settlement,
    private readonly endings: PaymentEndings,
    private readonly book: SubscriptionBook,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Lets the event take effect, once however often it comes. */
  async record({ fact, ...event }: PaymentEvent): Promise<void> {
    if (!fact) return;
    await this.database.transaction(async (manager) => {
      const inserted: unknown[] = await manager.query(
        'INSERT INTO payment_events (event_id, handled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
        [event.id, this.clock.now()],
      );
      if (inserted.length === 0) return;
      const customerId = fact.kind === 'subscription' ? fact.snapshot.customerId : fact.customerId;
      // Whatever is told of one customer is noted by one transaction at a time, so that each sees the others' facts.
      await lockCustomer(manager, customerId);
      for (const userId of await this.note(manager, fact, event))
        await this.settlement.settle(manager, userId);
      await this.endRefunded(manager, customerId);
    });
    this.endings.nudge();
  }

  /** @returns the accounts that it may concern */
  private async note(
    manager: EntityManager,
    fact: PaymentFact,
    event: Omit<PaymentEvent, 'fact'>,
  ): Promise<string[]> {
    if (fact.kind === 'checkout') return this.noteCheckout(manager, fact, event);
    if (fact.kind === 'refund') {
      const { paymentId, customerId, paidAt } = fact;
      await manager.upsert(PaymentRefund, { paymentId, customerId, paidAt }, ['paymentId']);
      return this.accountsOf(manager, customerId);
    }
    await this.noteSubscription(manager, fact, event);
    return this.accountsOf(manager, fact.snapshot.customerId);
  }

  private async noteSubscription(
    manager: EntityManager,
    { turn, snapshot }: FactOf<'subscription'>,
    { id, at }: Omit<PaymentEvent, 'fact'>,
  ): Promise<void> {
    const { subscriptionId } = snapshot;
    const known = await manager.findOneBy(PaidSubscription, { subscriptionId });
    const told = { toldAt: at, turn };
    if (!isNews(told, known)) return;
    const plan = planOf(snapshot, known);
    if (plan) await manager.save(PaidSubscription, { ...snapshot, ...told, plan });
    else
      this.logger.warn(
        { eventId: id, subscriptionId, priceId: snapshot.priceId },
        'unknown price, left alone',
      );
  }

  private async noteCheckout(
    manager: EntityManager,
    { customerId, userId }: FactOf<'checkout'>,
    { id, at }: Omit<PaymentEvent, 'fact'>,
  ): Promise<string[]> {
    if (!(await this.book.find(manager, { userId }))) {
      this.logger.error({ eventId: id, customerId }, 'paid for an account that is not there');
      return [];
    }
    const known = await manager.findOneBy(PaymentCustomer, { customerId });
    if (known && known.linkedAt > at) return [];
    await manager.save(PaymentCustomer, { customerId, userId, linkedAt: at });
    return known && known.userId !== userId ? [known.userId, userId].sort() : [userId];
  }

  private async accountsOf(manager: EntityManager, customerId: string): Promise<string[]> {
    const customer = await manager.findOneBy(PaymentCustomer, { customerId });
    return customer ? [customer.userId] : [];
  }

  /** Who got their money back must not be charged again. */
  private async endRefunded(manager: EntityManager, customerId: string): Promise<void> {
    const refunds = (await manager.findBy(PaymentRefund, { customerId })).map(({ paidAt }) => paidAt);
    if (refunds.length === 0) return;
    for (const subscription of await manager.findBy(PaidSubscription, { customerId })) {
      if (subscription.state !== 'void' && isRefunded(subscription, refunds)) {
        await this.endings.add(manager, subscription.subscriptionId);
      }
    }
  }
}

/** What was sold once stays sold, though its price may since have left the configuration. Null: not ours to judge. */
function planOf(
  { plan, priceId, state }: SubscriptionSnapshot,
  known: PaidSubscription | null,
): PaidPlan | null {
  if (plan) return plan;
  return known && (known.priceId === priceId || state === 'void') ? known.plan : null;
}
