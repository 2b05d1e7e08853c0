import { HOUR_MS, DAY_MS } from '@waybill/contracts';
import type { SubscriptionState } from '../subscriptions/subscription.policy.js';
import type { LifecyclePhase } from './payment-provider.js';
import type { PaidSubscription } from './payment.entities.js';

/** The provider retries a failed payment for about two weeks. Until then the account keeps its plan. */
const PAST_DUE_GRACE_MS = 14 * DAY_MS;
/**
 * The provider redelivers the event of a renewal for up to three days. Until then the subscription counts as renewed.
 */
const RENEWAL_GRACE_MS = 3 * DAY_MS;
/** Tolerance between the start of a period and its payment. */
const PAYMENT_SLACK_MS = HOUR_MS;

const phaseOrder: Readonly<Record<LifecyclePhase, number>> = { opened: 0, changed: 1, ended: 2 };

interface SnapshotVersion {
  readonly eventAt: Date;
  readonly phase: LifecyclePhase;
}

/**
 * Whether a snapshot replaces the stored one. An ended subscription stays ended. The provider's clock has a resolution
 * of a second: of two changes within one second, the one that arrives later wins.
 */
export function isNewer(received: SnapshotVersion, stored: SnapshotVersion | null): boolean {
  if (!stored || received.phase === 'ended') return true;
  if (stored.phase === 'ended') return false;
  const gap = received.eventAt.getTime() - stored.eventAt.getTime();
  return gap === 0 ? phaseOrder[received.phase] >= phaseOrder[stored.phase] : gap > 0;
}

/**
 * Whether the payment of the current period was refunded.
 * @param refunds times of the customer's refunded payments
 */
export function isRefunded({ periodStart }: PaidSubscription, refunds: readonly Date[]): boolean {
  const earliest = (periodStart?.getTime() ?? 0) - PAYMENT_SLACK_MS;
  return refunds.some((paidAt) => paidAt.getTime() >= earliest);
}

/**
 * The state that a subscription at the provider pays for now; null: nothing.
 * @param refunds times of the customer's refunded payments
 */
export function stateOfPaidSubscription(
  subscription: PaidSubscription,
  refunds: readonly Date[],
  now: Date,
): SubscriptionState | null {
  if (subscription.state === 'void' || isRefunded(subscription, refunds)) return null;
  const state = subscription.state === 'overdue' ? overdueState(subscription) : paidState(subscription);
  return state.endsAt && state.endsAt <= now ? null : state;
}

function paidState({ subscriptionId, plan, periodEnd, cancelAt }: PaidSubscription): SubscriptionState {
  const common = { plan, paymentId: subscriptionId };
  if (cancelAt) return { ...common, status: 'ending', currentPeriodEnd: cancelAt, endsAt: cancelAt };
  return {
    ...common,
    status: 'active',
    currentPeriodEnd: periodEnd,
    endsAt: periodEnd && new Date(periodEnd.getTime() + RENEWAL_GRACE_MS),
  };
}

function overdueState({
  subscriptionId,
  plan,
  periodStart,
  periodEnd,
  cancelAt,
  eventAt,
}: PaidSubscription): SubscriptionState {
  const graceEnds = new Date((periodStart ?? eventAt).getTime() + PAST_DUE_GRACE_MS);
  const endsAt = cancelAt && cancelAt < graceEnds ? cancelAt : graceEnds;
  return { plan, paymentId: subscriptionId, status: 'past-due', currentPeriodEnd: periodEnd, endsAt };
}
