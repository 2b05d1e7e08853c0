import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@waybill/service-kit';
import type { OutboxRelay } from './outbox/outbox-relay.js';
import type { BusTransport } from './transport.js';

const queued = metrics.gauge({
  name: 'waybill_bus_queue_events',
  help: 'Events that wait for a service: to be taken, to be tried again, or for an operator as dead letters',
  labels: ['service', 'queue'],
});
const untold = metrics.gauge({
  name: 'waybill_outbox_events',
  help: 'Events that a service has committed and not yet handed to the bus',
  labels: ['service'],
});
const lag = metrics.gauge({
  name: 'waybill_outbox_oldest_seconds',
  help: 'Age of the oldest event that a service has committed and not yet handed to the bus; 0 when there is none',
  labels: ['service'],
});

/** Looks up, when somebody asks for metrics, how far one service and the bus are behind. Every replica sees the same. */
export class BusReadings implements OnApplicationBootstrap, OnModuleDestroy {
  private ends: (() => void)[] = [];

  constructor(
    private readonly service: string,
    private readonly transport: BusTransport,
    private readonly relay: OutboxRelay,
  ) {}

  onApplicationBootstrap(): void {
    const { service, transport, relay } = this;
    this.ends = [
      queued.collect(async (set) => {
        const backlog = await transport.backlog(service);
        for (const queue of ['waiting', 'retrying', 'dead'] as const) set({ service, queue }, backlog[queue]);
      }),
      untold.collect(async (set) => set({ service }, (await relay.lag()).waiting)),
      lag.collect(async (set) => set({ service }, (await relay.lag()).oldestSeconds)),
    ];
  }

  onModuleDestroy(): void {
    for (const end of this.ends) end();
  }
}
