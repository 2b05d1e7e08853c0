import type { PaidPlan } from '@waybill/contracts';

/** What a subscription at the provider looked like when something told of it. */
export interface SubscriptionSnapshot {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly priceId: string;
  /** What the price buys; null when no price of the configuration is it. */
  readonly plan: PaidPlan | null;
  readonly state: PaymentState;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** When it ends, because it was cancelled or sold so; null: it renews. */
  readonly cancelAt: Date | null;
}

/** `paid`: all is well. `overdue`: a payment failed and is tried again. `void`: nothing is paid for, now or any more. */
export type PaymentState = 'paid' | 'overdue' | 'void';

/**
 * Which of two snapshots is the newer: by the provider's clock, which counts whole seconds, then by what the later
 * of two things that happen in one second always is.
 */
export type Turn = 'opened' | 'changed' | 'ended';

/** What an event of the provider means to us. */
export type PaymentFact =
  | { readonly kind: 'subscription'; readonly turn: Turn; readonly snapshot: SubscriptionSnapshot }
  | { readonly kind: 'checkout'; readonly customerId: string; readonly userId: string }
  /** A payment was given back in full. `paidAt`: when it had been made. */
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      readonly customerId: string;
      readonly paidAt: Date;
    };

export interface PaymentEvent {
  /** The provider's; the same for every delivery of one event. */
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** Null: nothing that concerns us. */
  readonly fact: PaymentFact | null;
}

/** Whoever takes the money (spec §1: a card payment provider's hosted checkout). */
export abstract class PaymentProvider {
  /**
   * Reads an event once its signature, over exactly these bytes, is shown to be right and not older than 300 s.
   * @throws AppError `billing.invalid-signature`, `billing.not-configured`
   */
  abstract readEvent(payload: Buffer, signature: string): PaymentEvent;

  /**
   * Has the subscription end with its period. Resolves to false when the provider has no such subscription that
   * could still be cancelled.
   * @param attempt the same for repetitions of one wish, so that they count once
   * @throws AppError `billing.provider-unavailable`; nothing has changed then that a repetition would not mend
   */
  abstract cancelAtPeriodEnd(subscriptionId: string, attempt: string): Promise<boolean>;

  /** Ends the subscription at once. False and throws as above. */
  abstract cancelNow(subscriptionId: string): Promise<boolean>;
}
