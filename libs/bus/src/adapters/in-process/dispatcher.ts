import { inspect } from 'node:util';
import type { EventMessage } from '@waybill/contracts';
import { Batcher, type Logger, settlesWithin } from '@waybill/service-kit';
import { type RetryPolicy, retryDelay } from '../../retry-policy.js';
import { KeyedQueue } from '../../keyed-queue.js';
import { copyOf } from './copy-of.js';
import { DRAIN_TIMEOUT_MS, type ServiceServer } from '../../service-server.js';
import { WorkerLoop } from '../../worker-loop.js';
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.js';

/** Concurrent deliveries to one consumer. */
const CONCURRENCY = 8;
/** Concurrent deliveries to a consumer of batches. */
const BATCH_CONCURRENCY = 500;
/**
 * Debounce, in milliseconds: minimum time from a claim that left nothing until the next claim. Under load, deliveries
 * gather meanwhile.
 */
const GATHERING_MS = 50;

/** Delivers events to one consumer. Events of one subject are delivered in their order: one by one, or as a batch. */
export class Dispatcher {
  /** Subjects of the claimed deliveries, by event id. */
  private readonly claimed = new Map<string, string>();
  private readonly running = new Set<Promise<void>>();
  private readonly queues = new KeyedQueue();
  private readonly concurrency: number;
  private readonly completions: Batcher<string, void>;
  /** Whether the last claim was limited by the concurrency, so that more deliveries may be due. */
  private mayHaveMore = false;
  /** Whether the last claim skipped subjects with running deliveries. */
  private mayHaveSkipped = false;
  /** Whether the store may hold due deliveries that are not claimed. New events must not overtake them. */
  private isBehind = true;
  private wakeUps = 0;
  private isStopped = false;
  /** Number of deliveries for which `reserve` made room and which are still being stored. */
  private reserved = 0;
  private readonly retryTimers = new Set<NodeJS.Timeout>();
  private readonly renewTimer: NodeJS.Timeout;
  private readonly loop = new WorkerLoop(
    () => this.claimDue(),
    (error) => {
      this.logger.warn({ err: error, consumer: this.consumer }, 'Claiming deliveries failed, will retry');
    },
    GATHERING_MS,
  );

  constructor(
    private readonly consumer: string,
    private readonly store: DeliveryStore,
    private readonly server: Pick<ServiceServer, 'dispatchEvent' | 'isBatched' | 'consumesInBatches'>,
    private readonly retryPolicy: RetryPolicy,
    renewIntervalMs: number,
    private readonly logger: Logger,
  ) {
    this.concurrency = server.consumesInBatches ? BATCH_CONCURRENCY : CONCURRENCY;
    this.completions = new Batcher<string, void>({
      maxSize: BATCH_CONCURRENCY,
      perform: async (eventIds) => {
        await store.complete(consumer, eventIds);
        return [];
      },
    });
    this.renewTimer = setInterval(() => void this.renewLeases(), renewIntervalMs);
  }

  /** Claims due deliveries: immediately, or up to `GATHERING_MS` after the last claim. */
  wake(): void {
    this.isBehind = true;
    this.wakeUps++;
    this.loop.wake();
  }

  /**
   * Reserves room for new deliveries. They are then stored as claimed, and need no claim of their own.
   * @returns false when they must be stored as due: older deliveries may be waiting, the limit of concurrent deliveries
   * is reached, or the dispatcher is stopping
   */
  reserve(count: number): boolean {
    if (this.isStopped || this.isBehind || this.running.size + this.reserved + count > this.concurrency)
      return false;
    this.reserved += count;
    return true;
  }

  /** Delivers events that were stored as claimed, in their order. Ends their reservation. */
  deliver(events: readonly EventMessage[], reserved: number): void {
    this.reserved -= reserved;
    // Not started while stopping: another process claims the deliveries when their leases expire.
    if (this.isStopped) return;
    for (const event of events) this.start({ event: copyOf(event), attempts: 1 });
  }

  /**
   * Claims nothing more and waits for running deliveries, for ten seconds at most. A delivery that takes longer is
   * redelivered when its lease has run out.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.loop.stop();
    for (const timer of this.retryTimers) clearTimeout(timer);
    await settlesWithin(DRAIN_TIMEOUT_MS, this.running);
    clearInterval(this.renewTimer);
  }

  private async claimDue(): Promise<boolean> {
    const free = this.concurrency - this.running.size - this.reserved;
    this.mayHaveMore = free <= 0;
    if (free <= 0) return false;
    const { wakeUps } = this;
    const busySubjects = [...new Set(this.claimed.values())];
    // Set before the claim, so that a delivery that ends during the claim triggers another claim of its subject.
    this.mayHaveSkipped = busySubjects.length > 0;
    const claimed = await this.store.claim(this.consumer, free, busySubjects);
    for (const delivery of claimed) this.start(delivery);
    this.mayHaveMore = claimed.length === free;
    this.isBehind = this.wakeUps !== wakeUps || this.mayHaveMore || this.mayHaveSkipped;
    return this.mayHaveMore;
  }

  private start(delivery: ClaimedDelivery): void {
    const { id, subject, type } = delivery.event;
    this.claimed.set(id, subject);
    const group = this.server.isBatched(type) ? type : null;
    const work = this.queues
      .run(subject, () => this.attempt(delivery), group)
      .catch((error: unknown) => {
        // The lease runs out, and the event is redelivered.
        this.logger.warn(
          { err: error, consumer: this.consumer },
          'Recording the result of a delivery failed',
        );
      })
      .finally(() => {
        this.claimed.delete(id);
        this.running.delete(work);
        this.wakeAfterWork();
      });
    this.running.add(work);
  }

  /** Claims again only if the last claim may have left due deliveries. Deliveries that end together cause one claim. */
  private wakeAfterWork(): void {
    if (!this.mayHaveMore) {
      if (this.mayHaveSkipped) this.wake();
      return;
    }
    this.mayHaveMore = false;
    setImmediate(() => this.loop.wakeNow());
  }

  private async attempt({ event, attempts }: ClaimedDelivery): Promise<void> {
    try {
      await this.server.dispatchEvent(event);
    } catch (error) {
      await this.recordFailure(event, attempts, error);
      return;
    }
    await this.completions.add(event.id);
  }

  private async recordFailure(event: EventMessage, attempts: number, error: unknown): Promise<void> {
    const details = { err: error, consumer: this.consumer, event: event.id, type: event.type, attempts };
    if (attempts >= this.retryPolicy.attempts) {
      this.logger.error(details, 'Consuming an event failed for good: it is a dead letter');
      await this.store.deadLetter(this.consumer, event.id, inspect(error));
      return;
    }
    const delayMs = retryDelay(this.retryPolicy, attempts);
    this.logger.warn({ ...details, delayMs }, 'Consuming an event failed, will retry');
    await this.store.postpone(this.consumer, event.id, delayMs, inspect(error));
    const timer = setTimeout(() => {
      this.retryTimers.delete(timer);
      this.wake();
    }, delayMs);
    this.retryTimers.add(timer.unref());
  }

  private async renewLeases(): Promise<void> {
    if (this.claimed.size === 0) return;
    await this.store.renew(this.consumer, [...this.claimed.keys()]).catch((error: unknown) => {
      this.logger.warn({ err: error, consumer: this.consumer }, 'Renewing leases of deliveries failed');
    });
  }
}
