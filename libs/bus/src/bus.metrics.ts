import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { metrics, singleFlight } from '@waybill/service-kit';
import type { BusTransport } from './bus-transport.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';

const queuedEvents = metrics.gauge({
  name: 'waybill_bus_queue_events',
  help: 'Events that wait for a service: for delivery, for their next attempt, or as dead letters for the operator',
  labels: ['service', 'queue'],
});
const outboxEvents = metrics.gauge({
  name: 'waybill_outbox_events',
  help: 'Events that a service has committed to its outbox and not yet published',
  labels: ['service'],
});
const outboxLag = metrics.gauge({
  name: 'waybill_outbox_oldest_seconds',
  help: 'Age of the oldest event in the outbox of a service; 0 when the outbox is empty',
  labels: ['service'],
});

/** Reads the backlog of one service at each scrape. All replicas of the service report the same values. */
export class BusMetrics implements OnApplicationBootstrap, OnModuleDestroy {
  private unregister: (() => void)[] = [];
  /** One query for a scrape: both gauges of the outbox read it. */
  private readonly lag = singleFlight(() => this.relay.lag());

  constructor(
    private readonly service: string,
    private readonly transport: BusTransport,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    const { service, transport } = this;
    this.unregister = [
      queuedEvents.collect(async (set) => {
        const backlog = await transport.backlog(service);
        for (const queue of ['waiting', 'retrying', 'dead'] as const) set({ service, queue }, backlog[queue]);
      }),
      outboxEvents.collect(async (set) => set({ service }, (await this.lag()).waiting)),
      outboxLag.collect(async (set) => set({ service }, (await this.lag()).oldestSeconds)),
    ];
  }

  onModuleDestroy(): void {
    for (const unregister of this.unregister) unregister();
  }
}
