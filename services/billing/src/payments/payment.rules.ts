import type { Standing } from '../subscriptions/subscription.rules.js';
import type { PaidSubscription } from './payment.entities.js';
import type { Turn } from './payment-provider.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A failed payment is tried again for about two weeks; for as long the plan stays. */
const GRACE_MS = 14 * DAY_MS;
/** The provider tells of a renewal for up to three days; for as long a paid period is taken to have been renewed. */
const RENEWAL_NEWS_MS = 3 * DAY_MS;
/** A period's payment is made about when it starts. */
const PAYMENT_SLACK_MS = HOUR_MS;

const order: Readonly<Record<Turn, number>> = { opened: 0, changed: 1, ended: 2 };

interface Told {
  readonly toldAt: Date;
  readonly turn: Turn;
}

/**
 * Whether what is told now is newer than what was told before. Nothing follows an end. Of two changes within one
 * second, which is as fine as the provider's clock goes, the one that arrives later counts.
 */
export function isNews(now: Told, before: Told | null): boolean {
  if (!before || now.turn === 'ended') return true;
  if (before.turn === 'ended') return false;
  const gap = now.toldAt.getTime() - before.toldAt.getTime();
  return gap === 0 ? order[now.turn] >= order[before.turn] : gap > 0;
}

/** Whether the payment of the current period was given back. `refunds`: when the customer's refunded payments were made. */
export function isRefunded({ periodStart }: PaidSubscription, refunds: readonly Date[]): boolean {
  const earliest = (periodStart?.getTime() ?? 0) - PAYMENT_SLACK_MS;
  return refunds.some((paidAt) => paidAt.getTime() >= earliest);
}

/**
 * What a subscription at the provider gives now; null: nothing.
 * @param refunds when the customer's refunded payments were made
 */
export function paidStanding(
  subscription: PaidSubscription,
  refunds: readonly Date[],
  now: Date,
): Standing | null {
  if (subscription.state === 'void' || isRefunded(subscription, refunds)) return null;
  const standing = subscription.state === 'overdue' ? overdue(subscription) : paid(subscription);
  return standing.endsAt && standing.endsAt <= now ? null : standing;
}

function paid({ subscriptionId, plan, periodEnd, cancelAt }: PaidSubscription): Standing {
  const common = { plan, paymentId: subscriptionId };
  if (cancelAt) return { ...common, status: 'ending', currentPeriodEnd: cancelAt, endsAt: cancelAt };
  return {
    ...common,
    status: 'active',
    currentPeriodEnd: periodEnd,
    endsAt: after(periodEnd, RENEWAL_NEWS_MS),
  };
}

function overdue({
  subscriptionId,
  plan,
  periodStart,
  periodEnd,
  cancelAt,
  toldAt,
}: PaidSubscription): Standing {
  const graceEnds = new Date((periodStart ?? toldAt).getTime() + GRACE_MS);
  const endsAt = cancelAt && cancelAt < graceEnds ? cancelAt : graceEnds;
  return { plan, paymentId: subscriptionId, status: 'past-due', currentPeriodEnd: periodEnd, endsAt };
}

function after(date: Date | null, ms: number): Date | null {
  return date && new Date(date.getTime() + ms);
}
