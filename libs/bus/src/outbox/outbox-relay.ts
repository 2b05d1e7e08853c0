import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import { WITHOUT_SYNC } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import type { EventPublisher } from '../bus.js';
import { type RetryPolicy, retryDelay } from '../retry-policy.js';
import { WorkerLoop } from '../worker-loop.js';
import type { Outbox } from './outbox.js';

const BATCH_SIZE = 500;
/** Another relay takes over a batch after this time, when its relay was killed. */
const LEASE_SECONDS = 30;
const POLL_INTERVAL_MS = 500;
/** Least time between two batches that are not full: under load, events gather meanwhile. */
const GATHERING_MS = 50;
const DRAIN_TIMEOUT_MS = 5000;
/** Unlimited attempts: a committed event is published however long the bus is unavailable. */
const RETRY_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, longestDelayMs: 30_000 };

interface ClaimedRow {
  readonly sequence: string;
  readonly subject: string;
  readonly event: EventMessage;
  readonly attempts: number;
}

/** Lag of publishing behind the commits. */
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
    GATHERING_MS,
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
    // An outage is no fault of the events: had it delayed them, they would wait on when it is over. The next poll looks again.
    if (!this.publisher.isAvailable) return false;
    const batch = await this.claim();
    if (batch.length === 0) return false;
    const results = await this.publisher.publishAll(batch.map(({ event }) => event));
    const published = batch.filter((_, index) => results[index]?.status === 'fulfilled');
    if (published.length > 0) {
      const sequences = published.map(({ sequence }) => sequence);
      // A crash that undoes it publishes the events again.
      await this.dataSource.query(`DELETE FROM outbox WHERE sequence = ANY($1) AND ${WITHOUT_SYNC}`, [
        sequences,
      ]);
    }
    const failed = batch.flatMap((row, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ row, reason: result.reason as unknown }] : [];
    });
    if (failed.length > 0) await this.postpone(failed);
    return batch.length === BATCH_SIZE;
  }

  /** Leases due events, oldest first, and none of a subject with an earlier event that is leased or postponed. */
  private async claim(): Promise<ClaimedRow[]> {
    return this.dataSource.query(
      `WITH claimed AS (
         UPDATE outbox SET due_at = now() + make_interval(secs => $2), attempts = attempts + 1
         WHERE sequence IN (
           SELECT sequence FROM outbox AS candidate
           WHERE due_at <= now() AND ${WITHOUT_SYNC} AND NOT EXISTS (
             SELECT FROM (
               SELECT subject, min(sequence) AS first FROM outbox WHERE due_at > now() GROUP BY subject
             ) AS blocked
             WHERE blocked.subject = candidate.subject AND blocked.first < candidate.sequence)
           ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING sequence, subject, event, attempts)
       SELECT * FROM claimed ORDER BY sequence`,
      [BATCH_SIZE, LEASE_SECONDS],
    );
  }

  /** Postpones all remaining events of a subject by the same time, to keep their order. */
  private async postpone(failed: readonly { row: ClaimedRow; reason: unknown }[]): Promise<void> {
    const [first] = failed;
    const details = { err: first?.reason, subject: first?.row.subject, events: failed.length };
    this.logger.warn(details, 'Publishing an event failed, will retry');
    const delays = new Map<string, number>();
    for (const { row } of failed)
      if (!delays.has(row.subject)) delays.set(row.subject, retryDelay(RETRY_POLICY, row.attempts));
    await this.dataSource.query(
      `UPDATE outbox SET due_at = now() + make_interval(secs => postponed.seconds)
       FROM unnest($1::bigint[], $2::float8[]) AS postponed (sequence, seconds)
       WHERE outbox.sequence = postponed.sequence`,
      [failed.map(({ row }) => row.sequence), failed.map(({ row }) => (delays.get(row.subject) ?? 0) / 1000)],
    );
    const soonest = Math.min(...delays.values());
    setTimeout(() => this.loop.wake(), soonest).unref();
  }
}
