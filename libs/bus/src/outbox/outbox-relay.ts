import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import type { EventPublisher } from '../bus.js';
import { type RetryPolicy, retryDelay } from '../retry-policy.js';
import { WorkerLoop } from '../worker-loop.js';
import type { Outbox } from './outbox.js';

const BATCH_SIZE = 100;
/** Another relay takes over a batch after this time, when its relay was killed. */
const LEASE_SECONDS = 30;
const POLL_INTERVAL_MS = 500;
const DRAIN_TIMEOUT_MS = 5000;
/** Unlimited attempts: a committed event is published however long the bus is unavailable. */
const RETRY_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, longestDelayMs: 30_000 };

interface ClaimedRow {
  readonly sequence: string;
  readonly subject: string;
  readonly event: EventMessage;
  readonly attempts: number;
}

/** How far publishing is behind the commits. */
export interface OutboxLag {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/**
 * Publishes the events of the outbox: at once after a commit of this process, otherwise at the next poll. Any number
 * of relays may work on one outbox. Events of one subject are published in order while publishing succeeds; after a
 * failure consumers recognize outdated facts by their version.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new WorkerLoop(
    () => this.relayBatch(),
    (error) => {
      this.logger.warn({ err: error }, 'Reading the outbox failed, will retry');
    },
  );
  private pollTimer: NodeJS.Timeout | undefined;

  constructor(
    outbox: Outbox,
    private readonly dataSource: DataSource,
    private readonly publisher: EventPublisher,
    private readonly logger: Logger,
  ) {
    outbox.onCommit(() => this.loop.wake());
  }

  onApplicationBootstrap(): void {
    this.pollTimer = setInterval(() => this.loop.wake(), POLL_INTERVAL_MS);
    this.loop.wake();
  }

  /**
   * Publishes the remaining events, after jobs and handlers have ended and before the database closes.
   * Events that the bus does not accept now wait for the next start.
   */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.pollTimer);
    this.loop.wake();
    await this.loop.stop(DRAIN_TIMEOUT_MS);
  }

  /** For metrics and the operator. */
  async lag(): Promise<OutboxLag> {
    const rows: OutboxLag[] = await this.dataSource.query(`
      SELECT count(*)::int AS waiting,
             coalesce(extract(epoch FROM now() - min(told_at)), 0)::float8 AS "oldestSeconds"
      FROM outbox`);
    return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
  }

  /** Resolves to true when there may be more events. */
  private async relayBatch(): Promise<boolean> {
    const batch = await this.claim();
    const bySubject = Map.groupBy(batch, ({ subject }) => subject);
    await Promise.all([...bySubject.values()].map((rows) => this.relayInOrder(rows)));
    return batch.length > 0;
  }

  private async claim(): Promise<ClaimedRow[]> {
    return this.dataSource.query(
      `WITH claimed AS (
         UPDATE outbox SET due_at = now() + make_interval(secs => $2), attempts = attempts + 1
         WHERE sequence IN (
           SELECT sequence FROM outbox AS candidate
           WHERE due_at <= now() AND NOT EXISTS (
             SELECT FROM outbox AS earlier
             WHERE earlier.subject = candidate.subject
               AND earlier.sequence < candidate.sequence AND earlier.due_at > now())
           ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING sequence, subject, event, attempts)
       SELECT * FROM claimed ORDER BY sequence`,
      [BATCH_SIZE, LEASE_SECONDS],
    );
  }

  private async relayInOrder(rows: ClaimedRow[]): Promise<void> {
    const published: string[] = [];
    let failure: unknown;
    for (const row of rows) {
      try {
        await this.publisher.publish(row.event);
        published.push(row.sequence);
      } catch (error) {
        failure = error;
        break;
      }
    }
    if (published.length > 0) {
      await this.dataSource.query('DELETE FROM outbox WHERE sequence = ANY($1)', [published]);
    }
    const remaining = rows.slice(published.length);
    if (remaining[0])
      await this.postpone(remaining, retryDelay(RETRY_POLICY, remaining[0].attempts), failure);
  }

  /** Postpones all remaining events of the subject, to keep their order. */
  private async postpone(rows: ClaimedRow[], delayMs: number, error: unknown): Promise<void> {
    this.logger.warn({ err: error, subject: rows[0]?.subject }, 'Publishing an event failed, will retry');
    await this.dataSource.query(
      'UPDATE outbox SET due_at = now() + make_interval(secs => $2) WHERE sequence = ANY($1)',
      [rows.map(({ sequence }) => sequence), delayMs / 1000],
    );
    setTimeout(() => this.loop.wake(), delayMs).unref();
  }
}
