import { inspect } from 'node:util';
import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import { bySubject } from '../../by-subject.js';
import { Pump } from '../../pump.js';
import { DRAIN_MS } from '../../service-server.js';
import { settledWithin } from '../../settled-within.js';
import type { Delivery, DeliveryStore } from './delivery-store.js';

/** Deliveries to one consumer at once. */
const CONCURRENCY = 8;

/** Brings one consumer its events, those about one subject one after the other. */
export class Dispatcher {
  /** What is being delivered: event ids and what each is about. */
  private readonly inHand = new Map<string, string>();
  private readonly working = new Set<Promise<void>>();
  private readonly retries = new Set<NodeJS.Timeout>();
  private readonly renewing: NodeJS.Timeout;
  private readonly pump = new Pump(
    () => this.takeUp(),
    (error) => {
      this.log.warn({ err: error, consumer: this.consumer }, 'deliveries not claimed, will be tried again');
    },
  );

  constructor(
    private readonly consumer: string,
    private readonly store: DeliveryStore,
    private readonly deliver: (event: EventMessage) => Promise<void>,
    private readonly retry: RetryPolicy,
    renewEveryMs: number,
    private readonly log: Logger,
  ) {
    this.renewing = setInterval(() => void this.renew(), renewEveryMs);
  }

  /** Something may be due. */
  nudge(): void {
    this.pump.nudge();
  }

  /**
   * Begins nothing more. Resolves when what was begun has ended, after ten seconds at the latest;
   * what has not ended by then is delivered again when its lease is over.
   */
  async stop(): Promise<void> {
    await this.pump.stop();
    for (const timer of this.retries) clearTimeout(timer);
    await settledWithin(DRAIN_MS, this.working);
    clearInterval(this.renewing);
  }

  private async takeUp(): Promise<boolean> {
    const free = CONCURRENCY - this.working.size;
    if (free <= 0) return false;
    const claimed = await this.store.claim(this.consumer, free, [...this.inHand.values()]);
    for (const { event } of claimed) this.inHand.set(event.id, event.subject);
    for (const deliveries of bySubject(claimed, ({ event }) => event.subject)) {
      const work = this.deliverInOrder(deliveries).finally(() => {
        this.working.delete(work);
        this.nudge();
      });
      this.working.add(work);
    }
    return claimed.length === free;
  }

  private async deliverInOrder(deliveries: Delivery[]): Promise<void> {
    for (const delivery of deliveries) {
      await this.attempt(delivery).catch((error: unknown) => {
        // The lease runs out, and the event comes again.
        this.log.warn({ err: error, consumer: this.consumer }, 'delivery not recorded');
      });
      this.inHand.delete(delivery.event.id);
    }
  }

  private async attempt({ event, attempts }: Delivery): Promise<void> {
    try {
      await this.deliver(event);
    } catch (error) {
      await this.recordFailure(event, attempts, error);
      return;
    }
    await this.store.done(this.consumer, event.id);
  }

  private async recordFailure(event: EventMessage, attempts: number, error: unknown): Promise<void> {
    const about = { err: error, consumer: this.consumer, event: event.id, type: event.type, attempts };
    if (attempts >= this.retry.attempts) {
      this.log.error(about, 'event is a dead letter');
      await this.store.bury(this.consumer, event.id, inspect(error));
      return;
    }
    const delayMs = retryDelay(this.retry, attempts);
    this.log.warn({ ...about, delayMs }, 'event not consumed, will be delivered again');
    await this.store.postpone(this.consumer, event.id, delayMs, inspect(error));
    const timer = setTimeout(() => {
      this.retries.delete(timer);
      this.nudge();
    }, delayMs);
    this.retries.add(timer.unref());
  }

  private async renew(): Promise<void> {
    if (this.inHand.size === 0) return;
    await this.store.renew(this.consumer, [...this.inHand.keys()]).catch((error: unknown) => {
      this.log.warn({ err: error, consumer: this.consumer }, 'leases not renewed');
    });
  }
}
