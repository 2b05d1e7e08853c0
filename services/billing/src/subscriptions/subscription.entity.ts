import type { PlanId } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Standing, SubscriptionStatus } from './subscription.rules.js';

/** What one account has paid for or was granted. Every account has one; the free plan is one, too. */
@Entity('subscriptions')
export class Subscription implements Standing {
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

  @Column('timestamptz', { name: 'current_period_end', nullable: true })
  currentPeriodEnd!: Date | null;

  @Column('timestamptz', { name: 'ends_at', nullable: true })
  endsAt!: Date | null;

  @Column('text', { name: 'payment_id', nullable: true })
  paymentId!: string | null;
}
