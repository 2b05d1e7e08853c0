import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventPublisher } from '../bus.js';
import { type RetryPolicy, retryDelay } from '../retry-policy.js';
import { WorkerLoop } from '../worker-loop.js';
import type { Outbox } from './outbox.js';

const BATCH_SIZE = 500;
/**
 * Time after which PostgreSQL ends the session of a relay that hangs, so that another relay gets the lock. The lock of
 * a killed process is released immediately.
 */
const HANG_MS = 30_000;
const POLL_INTERVAL_MS = 500;
/**
 * Debounce, in milliseconds: minimum time from a batch that is not full until the next one. Under load, events gather
 * meanwhile.
 */
const GATHERING_MS = 100;
const DRAIN_TIMEOUT_MS = 5000;
/** Unlimited attempts: a committed event is published however long the bus is unavailable. */
const RETRY_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, longestDelayMs: 30_000 };

interface DueRow {
  readonly sequence: string;
  readonly subject: string;
  readonly event: EventMessage;
  /** Failed attempts. */
  readonly attempts: number;
}

/** Lag of publishing behind the commits. */
export interface OutboxLag {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/**
 * Publishes the events of the outbox: immediately after a commit of this process, otherwise at the next poll. Of all
 * relays of one outbox, only the holder of its advisory lock publishes. Events of one subject are published in order
 * while publishing succeeds; after a failure consumers recognise outdated facts by their version.
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
  /** Whether this process has committed events since the last iteration. If so, the query for due events is skipped. */
  private hasCommitted = false;

  constructor(
    outbox: Outbox,
    private readonly dataSource: DataSource,
    private readonly publisher: EventPublisher,
    private readonly logger: Logger,
  ) {
    outbox.onCommit(() => {
      this.hasCommitted = true;
      this.loop.wake();
    });
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
    // While the bus is unavailable, no attempt is counted: it would delay the events beyond the end of the outage. The
    // next poll looks again.
    const { hasCommitted } = this;
    this.hasCommitted = false;
    if (!this.publisher.isAvailable || !(hasCommitted || (await this.hasDue()))) return false;
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.takeLock(manager))) {
        setTimeout(() => this.loop.wake(), GATHERING_MS).unref();
        return false;
      }
      const batch = await this.readDue(manager);
      if (batch.length > 0) await this.publish(manager, batch);
      return batch.length === BATCH_SIZE;
    });
  }

  /** Whether an event is due. Most polls find none, so this is one statement without a transaction. */
  private async hasDue(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ hasDue: boolean }[]>(
      'SELECT EXISTS (SELECT FROM outbox WHERE attempts = 0 OR due_at <= now()) AS "hasDue"',
    );
    return row?.hasDue ?? false;
  }

  /**
   * Takes the lock of this outbox until the transaction ends. The transaction has no row locks and no transaction id
   * until it deletes the published rows, so it does not hold back VACUUM while it waits for the bus.
   */
  private async takeLock(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<{ isTaken: boolean }[]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('outbox of ' || current_schema(), 0)) AS "isTaken",
              set_config('idle_in_transaction_session_timeout', $1, true),
              -- A crash that undoes the deletion publishes the events again.
              set_config('synchronous_commit', 'off', true)`,
      [String(HANG_MS)],
    );
    return row?.isTaken ?? false;
  }

  /**
   * Reads due events, oldest first, and none of a subject whose earlier event is postponed. Compares with an array,
   * which costs the same in every plan: while the statistics show an empty table, a join can be planned as a nested
   * loop, which takes minutes for a backlog.
   */
  private readDue(manager: EntityManager): Promise<DueRow[]> {
    return manager.query(
      `SELECT sequence, subject, event, attempts FROM outbox
       WHERE (attempts = 0 OR due_at <= now())
         AND subject <> ALL (ARRAY(SELECT subject FROM outbox WHERE attempts > 0 AND due_at > now()))
       ORDER BY sequence LIMIT $1`,
      [BATCH_SIZE],
    );
  }

  private async publish(manager: EntityManager, batch: readonly DueRow[]): Promise<void> {
    const results = await this.publisher.publishAll(batch.map(({ event }) => event));
    const published = batch.filter((_, index) => results[index]?.status === 'fulfilled');
    if (published.length > 0) {
      await manager.query('DELETE FROM outbox WHERE sequence = ANY ($1)', [
        published.map(({ sequence }) => sequence),
      ]);
    }
    const failed = batch.flatMap((row, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ row, reason: result.reason as unknown }] : [];
    });
    if (failed.length > 0) await this.postpone(manager, failed);
  }

  /** Postpones all remaining events of a subject by the same time, to keep their order. */
  private async postpone(
    manager: EntityManager,
    failed: readonly { row: DueRow; reason: unknown }[],
  ): Promise<void> {
    const [first] = failed;
    const details = { err: first?.reason, subject: first?.row.subject, events: failed.length };
    this.logger.warn(details, 'Publishing an event failed, will retry');
    const delays = new Map<string, number>();
    for (const { row } of failed)
      if (!delays.has(row.subject)) delays.set(row.subject, retryDelay(RETRY_POLICY, row.attempts + 1));
    await manager.query(
      `UPDATE outbox SET attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => postponed.seconds)
       FROM unnest($1::bigint[], $2::float8[]) AS postponed (sequence, seconds)
       WHERE outbox.sequence = postponed.sequence`,
      [failed.map(({ row }) => row.sequence), failed.map(({ row }) => (delays.get(row.subject) ?? 0) / 1000)],
    );
    const soonest = Math.min(...delays.values());
    setTimeout(() => this.loop.wake(), soonest).unref();
  }
}
