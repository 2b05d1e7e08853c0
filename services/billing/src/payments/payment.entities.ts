import type { PaidPlan } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentState, LifecyclePhase } from './payment-provider.js';

/** Links a customer of the provider to an account. */
@Entity('payment_customers')
export class PaymentCustomer {
  @PrimaryColumn('text', { name: 'customer_id' })
  customerId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Time of the checkout that linked them. */
  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;
}

/** The newest snapshot of a subscription at the provider. Can arrive before the checkout that links its customer. */
@Entity('paid_subscriptions')
export class PaidSubscription {
  @PrimaryColumn('text', { name: 'subscription_id' })
  subscriptionId!: string;

  @Column('text', { name: 'customer_id' })
  customerId!: string;

  @Column('text', { name: 'price_id' })
  priceId!: string;

  @Column('text')
  plan!: PaidPlan;

  @Column('text')
  state!: PaymentState;

  @Column('timestamptz', { name: 'period_start', nullable: true })
  periodStart!: Date | null;

  @Column('timestamptz', { name: 'period_end', nullable: true })
  periodEnd!: Date | null;

  @Column('timestamptz', { name: 'cancel_at', nullable: true })
  cancelAt!: Date | null;

  /** Time of the event that carried the snapshot. The names of this column and the next predate the glossary. */
  @Column('timestamptz', { name: 'told_at' })
  eventAt!: Date;

  /** Kind of that event. */
  @Column('text', { name: 'turn' })
  phase!: LifecyclePhase;
}

/** A payment that was refunded in full. */
@Entity('payment_refunds')
export class PaymentRefund {
  @PrimaryColumn('text', { name: 'payment_id' })
  paymentId!: string;

  @Column('text', { name: 'customer_id' })
  customerId!: string;

  @Column('timestamptz', { name: 'paid_at' })
  paidAt!: Date;
}

/** A subscription that is still to be cancelled at the provider, immediately. */
@Entity('payment_endings')
export class PendingCancellation {
  @PrimaryColumn('text', { name: 'subscription_id' })
  subscriptionId!: string;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}
