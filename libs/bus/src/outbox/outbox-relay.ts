import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import { type RetryPolicy, retryDelay } from '../backoff.js';
import type { EventPublisher } from '../bus.js';
import { bySubject } from '../by-subject.js';
import { Pump } from '../pump.js';
import type { Outbox } from './outbox.js';

const BATCH = 100;
/** After this a batch whose relay died is taken up by another. */
const LEASE_SECONDS = 30;
const POLL_MS = 500;
const DRAIN_MS = 5000;
/** There is no last attempt: an event that was committed is told, however long the bus is away. */
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, longestDelayMs: 30_000 };

interface Claimed {
  readonly sequence: string;
  readonly subject: string;
  readonly event: EventMessage;
  readonly attempts: number;
}

/** How far the bus is behind what was committed. */
export interface OutboxLag {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/**
 * Hands the outbox over to the bus: at once after a commit of this process, at the next poll otherwise.
 * Any number of relays may work on one outbox. Events of one subject go in order, as long as their
 * hand-over does not fail; consumers tell old facts from new ones by their version.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pump = new Pump(
    () => this.relayBatch(),
    (error) => {
      this.logger.warn({ err: error }, 'outbox not relayed, will be tried again');
    },
  );
  private polling: NodeJS.Timeout | undefined;

  constructor(
    outbox: Outbox,
    private readonly dataSource: DataSource,
    private readonly publisher: EventPublisher,
    private readonly logger: Logger,
  ) {
    outbox.onCommit(() => this.pump.nudge());
  }

  onApplicationBootstrap(): void {
    this.polling = setInterval(() => this.pump.nudge(), POLL_MS);
    this.pump.nudge();
  }

  /**
   * Hands over what is left, after jobs and handlers ended and before the database closes.
   * What the bus does not take now waits for the next start.
   */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.polling);
    this.pump.nudge();
    await this.pump.stop(DRAIN_MS);
  }

  /** For the metrics and the operator. */
  async lag(): Promise<OutboxLag> {
    const rows: OutboxLag[] = await this.dataSource.query(`
      SELECT count(*)::int AS waiting,
             coalesce(extract(epoch FROM now() - min(told_at)), 0)::float8 AS "oldestSeconds"
      FROM outbox`);
    return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
  }

  /** True when there may be more. */
  private async relayBatch(): Promise<boolean> {
    const batch = await this.claim();
    const parts = bySubject(batch, ({ subject }) => subject);
    await Promise.all(parts.map((rows) => this.relayInOrder(rows)));
    return batch.length > 0;
  }

  private async claim(): Promise<Claimed[]> {
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
      [BATCH, LEASE_SECONDS],
    );
  }

  private async relayInOrder(rows: Claimed[]): Promise<void> {
    const told: string[] = [];
    let failure: unknown;
    for (const row of rows) {
      try {
        await this.publisher.publish(row.event);
        told.push(row.sequence);
      } catch (error) {
        failure = error;
        break;
      }
    }
    if (told.length > 0) await this.dataSource.query('DELETE FROM outbox WHERE sequence = ANY($1)', [told]);
    const left = rows.slice(told.length);
    if (left[0]) await this.postpone(left, retryDelay(RETRY, left[0].attempts), failure);
  }

  /** The rest of the subject waits with its first, or it would overtake it. */
  private async postpone(rows: Claimed[], delayMs: number, error: unknown): Promise<void> {
    this.logger.warn({ err: error, subject: rows[0]?.subject }, 'event not told, will be tried again');
    await this.dataSource.query(
      'UPDATE outbox SET due_at = now() + make_interval(secs => $2) WHERE sequence = ANY($1)',
      [rows.map(({ sequence }) => sequence), delayMs / 1000],
    );
    setTimeout(() => this.pump.nudge(), delayMs).unref();
  }
}
