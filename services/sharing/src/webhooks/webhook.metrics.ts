import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, metrics, singleFlight } from '@waybill/service-kit';
import { DataSource } from 'typeorm';

/** `refused`: nothing was sent because the address is private. It is retried like any other failure. */
export type DeliveryOutcome = 'delivered' | 'retried' | 'refused' | 'given-up';

/** Counts deliveries by the outcome of their attempts. */
export const webhookDeliveries = metrics.counter({
  name: 'waybill_webhook_deliveries_total',
  help: 'Attempts by outcome: delivered; failed or refused as private, to be retried; and deliveries that were given up',
  labels: ['outcome'],
});
const waitingDeliveries = metrics.gauge({
  name: 'waybill_webhook_deliveries_waiting',
  help: 'Deliveries that wait for their first or next attempt, or for an earlier one of their webhook',
  labels: [],
});
const overdue = metrics.gauge({
  name: 'waybill_webhook_overdue_seconds',
  help: 'Time for which the oldest due attempt of a webhook has waited for a process; 0 if none is due',
  labels: [],
});

interface Backlog {
  readonly waiting: number;
  readonly overdueSeconds: number;
}

/** Reads the backlog of webhooks at each scrape. All replicas report the same values. */
@Injectable()
export class WebhookMetrics implements OnApplicationBootstrap, OnModuleDestroy {
  private unregister: (() => void)[] = [];
  /** One query for a scrape: both gauges read it. */
  private readonly backlog = singleFlight(() => this.readBacklog());

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.unregister = [
      waitingDeliveries.collect(async (set) => set({}, (await this.backlog()).waiting)),
      overdue.collect(async (set) => set({}, (await this.backlog()).overdueSeconds)),
    ];
  }

  onModuleDestroy(): void {
    for (const unregister of this.unregister) unregister();
  }

  private async readBacklog(): Promise<Backlog> {
    const rows: Backlog[] = await this.database.query(
      `SELECT coalesce(sum(pending), 0)::int AS waiting,
              greatest(coalesce(extract(epoch FROM $1::timestamptz - min(next_attempt_at)), 0), 0)::float8
                AS "overdueSeconds"
       FROM webhooks WHERE next_attempt_at IS NOT NULL`,
      [this.clock.now()],
    );
    return rows[0] ?? { waiting: 0, overdueSeconds: 0 };
  }
}
