import type { WebhookEvent } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An address that gets the events of an account. The process that holds the lease sends the deliveries, one after the
 * other.
 */
@Entity('webhooks')
export class Webhook {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  url!: string;

  @Column('text', { array: true })
  events!: WebhookEvent[];

  /** Key of the signatures, wrapped by the master key. */
  @Column('text', { name: 'wrapped_secret' })
  wrappedSecret!: string;

  @Column('boolean', { name: 'is_active' })
  isActive!: boolean;

  /** Whether its account is suspended. */
  @Column('boolean', { name: 'is_suspended' })
  isSuspended!: boolean;

  /** Time at which the webhook was switched off because no delivery succeeded. */
  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Number of pending deliveries. */
  @Column('integer')
  pending!: number;

  /** Time of the next attempt, or end of the lease. Null while nothing is pending. */
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true })
  nextAttemptAt!: Date | null;

  /** Set while a process holds the lease. */
  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId!: string | null;
}
