import type { EventMessage } from '@waybill/contracts';
import { openDatabase, type ServiceDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import type { Backlog } from '../../bus-transport.js';
import { CreateDeliveries1767225600000 } from './create-deliveries.migration.js';

/** Database connections, shared by all services of the process. */
const POOL_SIZE = 4;

/** The database schema of the in-process bus. */
export const deliveriesDatabase: ServiceDatabase = {
  schema: 'bus',
  entities: [],
  migrations: [CreateDeliveries1767225600000],
};

/** Ids of claimed events by consumer. */
export type ClaimedEvents = ReadonlyMap<string, ReadonlySet<string>>;

/** A claimed event for one consumer. */
export interface ClaimedDelivery {
  readonly event: EventMessage;
  /** Attempts so far, this one included. */
  readonly attempts: number;
}

/**
 * Deliveries in PostgreSQL, schema `bus`: one row per event and consumer, from publication until the event is
 * consumed. `due_at` is a lease while a process works on the row, so the deliveries of a killed process become due
 * again by themselves.
 */
export class DeliveryStore {
  private constructor(
    readonly dataSource: DataSource,
    private readonly leaseMs: number,
    private readonly maxAttempts: number,
  ) {}

  static async open(
    url: string,
    logger: Logger,
    leaseMs: number,
    maxAttempts: number,
  ): Promise<DeliveryStore> {
    const dataSource = await openDatabase(url, deliveriesDatabase, logger, {
      poolSize: POOL_SIZE,
      // Asynchronous commits: a crash of PostgreSQL loses only the latest ones. An event leaves its outbox after its
      // deliveries are stored, and a delivery ends after its effect is committed, so a loss only causes a redelivery.
      syncCommits: false,
    });
    return new DeliveryStore(dataSource, leaseMs, maxAttempts);
  }

  /** Subscribes `consumer` to exactly these event types, also while it is not running. */
  async subscribe(consumer: string, types: readonly string[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM subscription WHERE consumer = $1 AND type <> ALL($2)', [
        consumer,
        types,
      ]);
      await manager.query('INSERT INTO subscription SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING', [
        consumer,
        types,
      ]);
    });
  }

  /**
   * Stores events for each subscribed consumer, in one statement. Existing deliveries stay unchanged.
   * @param claiming consumers whose deliveries are leased immediately, as by `claim`
   * @returns the new deliveries to those consumers
   */
  async add(events: readonly EventMessage[], claiming: readonly string[] = []): Promise<ClaimedEvents> {
    const rows: { event_id: string; consumer: string }[] = await this.dataSource.query(
      `INSERT INTO delivery (event_id, consumer, subject, event, attempts, due_at)
       SELECT added.id, consumer, added.subject, added.event, is_claimed::int,
         CASE WHEN is_claimed THEN now() + make_interval(secs => $6) ELSE now() END
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::json[])
         WITH ORDINALITY AS added (id, type, subject, event, position)
       JOIN (SELECT consumer, type, consumer = ANY($5) AS is_claimed FROM subscription) AS subscribed USING (type)
       ORDER BY position
       ON CONFLICT DO NOTHING
       RETURNING event_id, consumer`,
      [
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ subject }) => subject),
        events.map((event) => JSON.stringify(event)),
        claiming,
        this.leaseMs / 1000,
      ],
    );
    const claimed = new Map(claiming.map((consumer) => [consumer, new Set<string>()]));
    for (const { event_id: id, consumer } of rows) claimed.get(consumer)?.add(id);
    return claimed;
  }

  /** Leases up to `limit` due deliveries, oldest first, and none with a subject in `busySubjects`. */
  async claim(consumer: string, limit: number, busySubjects: readonly string[]): Promise<ClaimedDelivery[]> {
    return this.dataSource.query(
      `WITH claimed AS (
         UPDATE delivery SET attempts = attempts + 1, due_at = now() + make_interval(secs => $4)
         WHERE consumer = $1 AND event_id = ANY (ARRAY(
           SELECT event_id FROM delivery
           WHERE consumer = $1 AND died_at IS NULL AND due_at <= now() AND attempts < $5
             AND subject <> ALL($3)
           ORDER BY sequence LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING sequence, event, attempts)
       SELECT event, attempts FROM claimed ORDER BY sequence`,
      [consumer, limit, busySubjects, this.leaseMs / 1000, this.maxAttempts],
    );
  }

  /** Extends the leases of running deliveries. */
  async renew(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET due_at = now() + make_interval(secs => $3)
       WHERE consumer = $1 AND event_id = ANY($2) AND died_at IS NULL`,
      [consumer, eventIds, this.leaseMs / 1000],
    );
  }

  /** Deletes deliveries whose events were consumed. */
  async complete(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM delivery WHERE consumer = $1 AND event_id = ANY($2)', [
      consumer,
      eventIds,
    ]);
  }

  /** Schedules the next attempt after a failure. */
  async postpone(consumer: string, eventId: string, delayMs: number, error: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET due_at = now() + make_interval(secs => $3), error = $4
       WHERE consumer = $1 AND event_id = $2`,
      [consumer, eventId, delayMs / 1000, error],
    );
  }

  /** Marks a delivery as a dead letter after its last attempt. */
  async deadLetter(consumer: string, eventId: string, error: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE delivery SET died_at = now(), error = $3 WHERE consumer = $1 AND event_id = $2',
      [consumer, eventId, error],
    );
  }

  /**
   * Consumers with due deliveries. First dead-letters due deliveries without attempts left: their last attempt never
   * ended, so they probably crash their consumer.
   */
  async consumersWithDueDeliveries(): Promise<string[]> {
    await this.dataSource.query(
      `UPDATE delivery SET died_at = now(), error = coalesce(error, 'The process was killed while consuming it.')
       WHERE died_at IS NULL AND due_at <= now() AND attempts >= $1`,
      [this.maxAttempts],
    );
    const rows: { consumer: string }[] = await this.dataSource.query(
      'SELECT DISTINCT consumer FROM delivery WHERE died_at IS NULL AND due_at <= now()',
    );
    return rows.map(({ consumer }) => consumer);
  }

  async backlog(consumer: string): Promise<Backlog> {
    const [backlog]: Backlog[] = await this.dataSource.query(
      `SELECT count(*) FILTER (WHERE died_at IS NULL AND error IS NULL)::int AS waiting,
              count(*) FILTER (WHERE died_at IS NULL AND error IS NOT NULL)::int AS retrying,
              count(died_at)::int AS dead
       FROM delivery WHERE consumer = $1`,
      [consumer],
    );
    if (!backlog) throw new Error('Counting deliveries returned no row.');
    return backlog;
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
