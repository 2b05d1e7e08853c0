import type { WebhookDeliveryView, WebhookEvent } from '@waybill/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event on its way to a webhook. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  /** Header `webhook-id` of every attempt. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'webhook_id' })
  webhookId!: string;

  /** Order of the deliveries of a webhook. Assigned by the database while the row of the webhook is locked. */
  @Column({ type: 'bigint', insert: false, update: false })
  position!: string;

  @Column('text')
  type!: WebhookEvent;

  /**
   * File or bundle of a visit, or a received file. Null for other events, and for those that the version before
   * recorded.
   */
  @Column('uuid', { name: 'target_id', nullable: true })
  targetId!: string | null;

  /** The JSON that is sent: the same bytes in every attempt. */
  @Column('text')
  body!: string;

  @Column('text')
  status!: WebhookDeliveryView['status'];

  @Column('integer')
  attempts!: number;

  /** Failed attempts since the delivery was created or sent again on request. */
  @Column('integer')
  failures!: number;

  /** Time of the first of these failures. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_attempt_at', nullable: true })
  lastAttemptAt!: Date | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;
}
