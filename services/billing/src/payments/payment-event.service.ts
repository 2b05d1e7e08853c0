import { Inject, Injectable } from '@nestjs/common';
import { accountKey, lockAgainstDeletion } from '@waybill/bus';
import type { PaidPlan } from '@waybill/contracts';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import { CustomerDeletionService } from './customer-deletion.service.js';
import { customerKey, lockCustomer } from './customer-lock.js';
import { EntitlementService } from './entitlement.service.js';
import {
  type PaymentEvent,
  type PaymentFact,
  PaymentProvider,
  type SubscriptionSnapshot,
} from './payment-provider.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { isNewer, isRefunded } from './payment.policy.js';
import { PendingCancellationSweep } from './pending-cancellation.sweep.js';

type FactOf<K extends PaymentFact['kind']> = Extract<PaymentFact, { kind: K }>;
/** A dispute is stored as the refund of its payment. */
type StoredFact = Exclude<PaymentFact, { kind: 'dispute' }>;

/**
 * Stores the newest fact of each kind from the payment provider's events, and recomputes the entitlement from all
 * stored facts. So the order in which events arrive makes no difference (docs/decisions/payments.md).
 */
@Injectable()
export class PaymentEventService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly entitlements: EntitlementService,
    private readonly pendingCancellations: PendingCancellationSweep,
    private readonly customers: CustomerDeletionService,
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies an event. Idempotent by the event's id. The id of an ignored event is not kept, so that the operator can
   * send the event again.
   * @throws AppError `billing.provider-unavailable` for a dispute
   */
  async apply({ fact: received, ...event }: PaymentEvent): Promise<void> {
    const fact = received?.kind === 'dispute' ? await this.resolveDispute(received) : received;
    if (!fact) return;
    await this.database.transaction(async (manager) => {
      const inserted: unknown[] = await manager.query(
        'INSERT INTO payment_events (event_id, handled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
        [event.id, this.clock.now()],
      );
      if (inserted.length === 0) return;
      const customerId = fact.kind === 'subscription' ? fact.snapshot.customerId : fact.customerId;
      // Serialises events of one customer, so that each transaction sees the facts of the others.
      await lockCustomer(manager, customerId);
      const accountIds = await this.store(manager, fact, event);
      if (!accountIds) {
        await manager.query('DELETE FROM payment_events WHERE event_id = $1', [event.id]);
        return;
      }
      for (const userId of accountIds) await this.entitlements.update(manager, userId);
      await this.cancelRefunded(manager, customerId);
    });
    this.pendingCancellations.wake();
  }

  private async resolveDispute({ paymentId }: FactOf<'dispute'>): Promise<StoredFact | null> {
    const payment = await this.provider.findPayment(paymentId);
    return payment && { kind: 'refund', paymentId, ...payment };
  }

  /** @returns ids of the accounts whose entitlement may have changed; null: the fact is ignored */
  private async store(
    manager: EntityManager,
    fact: StoredFact,
    event: Omit<PaymentEvent, 'fact'>,
  ): Promise<string[] | null> {
    if (fact.kind === 'checkout') return this.storeCheckout(manager, fact, event);
    const customerId = fact.kind === 'subscription' ? fact.snapshot.customerId : fact.customerId;
    const accountIds = await findAccountIds(manager, customerId);
    if (accountIds.length === 0 && !(await lockAgainstDeletion(manager, customerKey(customerId)))) {
      if (fact.kind === 'subscription') await this.cancelOfDeleted(manager, fact, event);
      return null;
    }
    if (fact.kind === 'refund') {
      const { paymentId, paidAt } = fact;
      await manager.upsert(PaymentRefund, { paymentId, customerId, paidAt }, ['paymentId']);
      return accountIds;
    }
    return (await this.storeSubscription(manager, fact, event)) ? accountIds : null;
  }

  /** @returns false if the price is unknown */
  private async storeSubscription(
    manager: EntityManager,
    { phase, snapshot }: FactOf<'subscription'>,
    { id, at }: Omit<PaymentEvent, 'fact'>,
  ): Promise<boolean> {
    const { subscriptionId } = snapshot;
    const stored = await manager.findOneBy(PaidSubscription, { subscriptionId });
    const version = { eventAt: at, phase };
    if (!isNewer(version, stored)) return true;
    const plan = planOf(snapshot, stored);
    if (plan) await manager.save(PaidSubscription, { ...snapshot, ...version, plan });
    else
      this.logger.warn(
        { eventId: id, subscriptionId, priceId: snapshot.priceId },
        'Ignored a payment event with an unknown price',
      );
    return plan !== null;
  }

  private async storeCheckout(
    manager: EntityManager,
    { customerId, userId }: FactOf<'checkout'>,
    event: Omit<PaymentEvent, 'fact'>,
  ): Promise<string[] | null> {
    if (!(await this.subscriptions.findLocked(manager, { userId }))) {
      this.reportUnknownAccount(event, customerId);
      const isDeleted = !(await lockAgainstDeletion(manager, accountKey(userId)));
      // Not the customer of another account, to which a later checkout has linked it.
      if (isDeleted && (await findAccountIds(manager, customerId)).length === 0)
        await this.customers.delete(manager, [customerId]);
      return null;
    }
    const stored = await manager.findOneBy(PaymentCustomer, { customerId });
    if (stored && stored.linkedAt > event.at) return [];
    await manager.save(PaymentCustomer, { customerId, userId, linkedAt: event.at });
    return stored && stored.userId !== userId ? [stored.userId, userId].sort() : [userId];
  }

  /**
   * Cancels a subscription of a deleted account. Its first event may come after the deletion, which then did not know
   * of it.
   */
  private async cancelOfDeleted(
    manager: EntityManager,
    { phase, snapshot }: FactOf<'subscription'>,
    event: Omit<PaymentEvent, 'fact'>,
  ): Promise<void> {
    if (snapshot.state !== 'void') this.reportUnknownAccount(event, snapshot.customerId);
    if (phase !== 'ended') await this.pendingCancellations.add(manager, snapshot.subscriptionId);
  }

  private reportUnknownAccount({ id }: Omit<PaymentEvent, 'fact'>, customerId: string): void {
    this.logger.error({ eventId: id, customerId }, 'Received a payment for an unknown account');
  }

  /** Cancels refunded subscriptions at the provider, so that the customer is not charged again. */
  private async cancelRefunded(manager: EntityManager, customerId: string): Promise<void> {
    const refunds = (await manager.findBy(PaymentRefund, { customerId })).map(({ paidAt }) => paidAt);
    if (refunds.length === 0) return;
    for (const subscription of await manager.findBy(PaidSubscription, { customerId })) {
      if (subscription.state !== 'void' && isRefunded(subscription, refunds)) {
        await this.pendingCancellations.add(manager, subscription.subscriptionId);
      }
    }
  }
}

async function findAccountIds(manager: EntityManager, customerId: string): Promise<string[]> {
  const customer = await manager.findOneBy(PaymentCustomer, { customerId });
  return customer ? [customer.userId] : [];
}

/** A sold subscription keeps its plan after its price left the configuration. Null: the price is not configured. */
function planOf(
  { plan, priceId, state }: SubscriptionSnapshot,
  stored: PaidSubscription | null,
): PaidPlan | null {
  if (plan) return plan;
  return stored && (stored.priceId === priceId || state === 'void') ? stored.plan : null;
}
