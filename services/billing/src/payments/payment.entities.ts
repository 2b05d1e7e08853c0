import type { PaidPlan } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PaymentState, Turn } from './payment-provider.js';

/** Whose money a customer of the provider spends. */
@Entity('payment_customers')
export class PaymentCustomer {
  @PrimaryColumn('text', { name: 'customer_id' })
  customerId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** When the checkout that says so was completed. */
  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;
}

/** The newest snapshot of a subscription at the provider. It may be there before anyone knows whose it is. */
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

  /** Time and kind of the event the snapshot came with. */
  @Column('timestamptz', { name: 'told_at' })
  toldAt!: Date;

  @Column('text')
  turn!: Turn;
}

/** A payment that was given back in full. */
@Entity('payment_refunds')
export class PaymentRefund {
  @PrimaryColumn('text', { name: 'payment_id' })
  paymentId!: string;

  @Column('text', { name: 'customer_id' })
  customerId!: string;

  @Column('timestamptz', { name: 'paid_at' })
  paidAt!: Date;
}

/** A subscription that the provider has still to be told to end at once. */
@Entity('payment_endings')
export class PaymentEnding {
  @PrimaryColumn('text', { name: 'subscription_id' })
  subscriptionId!: string;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}
