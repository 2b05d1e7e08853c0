import type { PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubscriptionStatus } from './subscription.rules.js';

/** What one account has paid for or was granted. Every account has one; the free plan is one, too. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** `emailKey` of the account's address, as auth announced it. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  @Column('text')
  plan!: PlanId;

  /** Grows with every change; what is announced carries it. */
  @Column('integer')
  version!: number;

  @Column('text')
  status!: SubscriptionStatus;

  /** Until when the plan is paid or granted; null: without end. */
  @Column('timestamptz', { name: 'current_period_end', nullable: true })
  currentPeriodEnd!: Date | null;
}
