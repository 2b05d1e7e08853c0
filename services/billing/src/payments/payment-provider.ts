import type { PaidPlan } from '@waybill/contracts';

/** A subscription at the provider, as an event describes it. */
export interface SubscriptionSnapshot {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly priceId: string;
  /** The plan of the price; null if the price is not configured. */
  readonly plan: PaidPlan | null;
  readonly state: PaymentState;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** End of a cancelled or fixed-term subscription; null: it renews. */
  readonly cancelAt: Date | null;
}

/** `overdue`: a payment failed and is being retried. `void`: nothing is paid for. */
export type PaymentState = 'paid' | 'overdue' | 'void';

/** Orders the snapshots of one second, which is the resolution of the provider's clock. */
export type LifecyclePhase = 'opened' | 'changed' | 'ended';

/** The content of a provider's event that concerns billing. */
export type PaymentFact =
  | { readonly kind: 'subscription'; readonly phase: LifecyclePhase; readonly snapshot: SubscriptionSnapshot }
  | { readonly kind: 'checkout'; readonly customerId: string; readonly userId: string }
  /** A full refund of the payment made at `paidAt`. */
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      readonly customerId: string;
      readonly paidAt: Date;
    }
  /**
   * The customer's bank took the payment back. The event does not name the customer and the time of the payment, which
   * must be requested from the provider.
   */
  | { readonly kind: 'dispute'; readonly paymentId: string };

export interface Payment {
  readonly customerId: string;
  readonly paidAt: Date;
}

export interface PaymentEvent {
  /** The provider's id, the same for every delivery of the event. */
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** Null: irrelevant to billing. */
  readonly fact: PaymentFact | null;
}

/** Port to the card payment provider with a hosted checkout (spec §1). */
export abstract class PaymentProvider {
  /**
   * Verifies the webhook signature over exactly these bytes, at most 300 s old, and parses the event.
   * @throws AppError `billing.invalid-signature`, `billing.not-configured`, `request.malformed`
   */
  abstract readEvent(payload: Buffer, signature: string): PaymentEvent;

  /** Null: the provider has no such payment of a customer. @throws AppError `billing.provider-unavailable` */
  abstract findPayment(paymentId: string): Promise<Payment | null>;

  /**
   * Cancels the renewal of a subscription. Idempotent.
   * @returns false if the provider has no such subscription that could still be cancelled
   * @throws AppError `billing.provider-unavailable`; the call can be repeated
   */
  abstract cancelAtPeriodEnd(subscriptionId: string): Promise<boolean>;

  /** Cancels the subscription immediately. Returns and throws as `cancelAtPeriodEnd`. */
  abstract cancelNow(subscriptionId: string): Promise<boolean>;
}
