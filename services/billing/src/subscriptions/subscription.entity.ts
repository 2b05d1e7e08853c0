import type { PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HiddenGrant, SubscriptionState, SubscriptionStatus } from './subscription.policy.js';

/** The paid, granted or free plan of an account. Every account has exactly one. */
@Entity('subscriptions')
export class Subscription implements SubscriptionState, HiddenGrant {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** `emailKey` of the account's address, from auth's event. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  @Column('text')
  plan!: PlanId;

  /** Incremented by every change; part of the published event. */
  @Column('integer')
  version!: number;

  @Column('text')
  status!: SubscriptionStatus;

  @Column('timestamptz', { name: 'current_period_end', nullable: true })
  currentPeriodEnd!: Date | null;

  @Column('timestamptz', { name: 'ends_at', nullable: true })
  endsAt!: Date | null;

  @Column('text', { name: 'payment_id', nullable: true })
  paymentId!: string | null;

  @Column('text', { name: 'granted_plan', nullable: true })
  grantedPlan!: PlanId | null;

  @Column('timestamptz', { name: 'granted_until', nullable: true })
  grantedUntil!: Date | null;
}
