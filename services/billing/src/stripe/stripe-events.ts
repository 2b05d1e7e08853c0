import type { PaidPlan } from '@waybill/contracts';
import { z } from 'zod';
import type { PaymentFact, PaymentState, LifecyclePhase } from '../payments/payment-provider.js';

/** End of the year 9999, the last year that all our date formats can express. */
const MAX_SECONDS = 253_402_300_799;

const seconds = z
  .number()
  .int()
  .min(0)
  .max(MAX_SECONDS)
  .transform((value) => new Date(value * 1000));
/** Ids are stored as text, which PostgreSQL refuses with NUL or a lone surrogate. */
const id = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => value.isWellFormed() && !value.includes('\0'));
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]);

const eventSchema = z.object({
  id,
  type: z.string().min(1).max(255),
  created: seconds,
  data: z.object({ object: z.unknown() }),
});

/**
 * Newer API versions have the period on the item, older ones on the subscription. A webhook endpoint can use either
 * version.
 */
const period = { current_period_start: seconds.optional(), current_period_end: seconds.optional() };

const subscriptionSchema = z.object({
  id,
  customer: reference,
  status: z.string(),
  cancel_at: seconds.nullish(),
  cancel_at_period_end: z.boolean().default(false),
  items: z.object({ data: z.array(z.object({ price: z.object({ id }), ...period })).min(1) }),
  ...period,
});

const sessionSchema = z.object({ customer: reference.nullish(), client_reference_id: z.string().nullish() });

const chargeSchema = z.object({
  id,
  customer: reference.nullish(),
  created: seconds,
  refunded: z.boolean(),
});

/** A dispute names its charge, but neither the customer nor the time of the payment. */
const disputeSchema = z.object({ charge: reference, status: z.string() });

const phases: Readonly<Record<string, LifecyclePhase>> = {
  'customer.subscription.created': 'opened',
  'customer.subscription.deleted': 'ended',
};

/** A subscription with one of these can never be paid again. */
export const finalStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

const states: Readonly<Record<string, PaymentState>> = {
  active: 'paid',
  trialing: 'paid',
  past_due: 'overdue',
};

type Prices = ReadonlyMap<string, PaidPlan>;

type RawEvent = z.infer<typeof eventSchema>;

/** The envelope of a webhook event; null if it is malformed. */
export function parseEvent(body: unknown): RawEvent | null {
  return eventSchema.safeParse(body).data ?? null;
}

/** Parses a webhook event; null if it is irrelevant to billing, `unreadable` if it is relevant but malformed. */
export function parsePaymentFact(
  { type, data }: RawEvent,
  prices: Prices,
): PaymentFact | null | 'unreadable' {
  if (type.startsWith('customer.subscription.')) return parseSubscription(type, data.object, prices);
  if (type === 'checkout.session.completed') return parseCheckout(data.object);
  if (type === 'charge.refunded') return parseRefund(data.object);
  if (type === 'charge.dispute.created' || type === 'charge.dispute.funds_withdrawn')
    return parseDispute(data.object);
  return null;
}

function parseSubscription(type: string, object: unknown, prices: Prices): PaymentFact | 'unreadable' {
  const result = subscriptionSchema.safeParse(object);
  if (!result.success) return 'unreadable';
  const { customer, status, items, cancel_at, cancel_at_period_end, ...own } = result.data;
  const item = items.data.find(({ price }) => prices.has(price.id)) ?? items.data[0];
  if (!item) return 'unreadable';
  const phase = finalStatuses.has(status) ? 'ended' : (phases[type] ?? 'changed');
  const periodEnd = item.current_period_end ?? own.current_period_end ?? null;
  return {
    kind: 'subscription',
    phase,
    snapshot: {
      subscriptionId: own.id,
      customerId: customer,
      priceId: item.price.id,
      plan: prices.get(item.price.id) ?? null,
      state: phase === 'ended' ? 'void' : (states[status] ?? 'void'),
      periodStart: item.current_period_start ?? own.current_period_start ?? null,
      periodEnd,
      cancelAt: cancel_at ?? (cancel_at_period_end ? periodEnd : null),
    },
  };
}

function parseCheckout(object: unknown): PaymentFact | null | 'unreadable' {
  const result = sessionSchema.safeParse(object);
  if (!result.success) return 'unreadable';
  const { customer, client_reference_id: reference } = result.data;
  // Missing or arbitrary if the payment link was opened by hand.
  const userId = z.uuid().safeParse(reference);
  if (!customer || !userId.success) return null;
  return { kind: 'checkout', customerId: customer, userId: userId.data };
}

function parseRefund(object: unknown): PaymentFact | null | 'unreadable' {
  const result = chargeSchema.safeParse(object);
  if (!result.success) return 'unreadable';
  const { customer, created, refunded } = result.data;
  if (!customer || !refunded) return null;
  return { kind: 'refund', paymentId: result.data.id, customerId: customer, paidAt: created };
}

function parseDispute(object: unknown): PaymentFact | null | 'unreadable' {
  const result = disputeSchema.safeParse(object);
  if (!result.success) return 'unreadable';
  // An inquiry of the bank (`warning_…`) has withdrawn no money yet.
  if (result.data.status.startsWith('warning_')) return null;
  return { kind: 'dispute', paymentId: result.data.charge };
}
