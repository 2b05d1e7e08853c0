import type { EventMessage } from '@waybill/contracts';
import { openDatabase, type ServiceDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import type { Backlog } from '../../transport.js';
import { CreateDeliveries1767225600000 } from './create-deliveries.migration.js';

/** Connections for the deliveries of every service of the process. */
const POOL_SIZE = 4;

/** The schema that the bus of a single machine owns. */
export const deliveriesDatabase: ServiceDatabase = {
  schema: 'bus',
  entities: [],
  migrations: [CreateDeliveries1767225600000],
};

/** One event on its way to one consumer. */
export interface Delivery {
  readonly event: EventMessage;
  /** This one counted. */
  readonly attempts: number;
}

/**
 * Deliveries in PostgreSQL, schema `bus`: one row per event and consumer, from publication until the
 * consumer took it. `due_at` is a lease while somebody works on the row, so what a killed process had
 * in hand becomes due again by itself.
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
    const dataSource = await openDatabase(url, deliveriesDatabase, logger, { poolSize: POOL_SIZE });
    return new DeliveryStore(dataSource, leaseMs, maxAttempts);
  }

  /** From now on `consumer` is sent events of exactly `types`, also while it is not running. */
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

  /** Keeps the event for each of its consumers, all or none; those who have it already are left alone. */
  async add(event: EventMessage): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO delivery (event_id, consumer, subject, event)
       SELECT $1, consumer, $3, $4 FROM subscription WHERE type = $2
       ON CONFLICT DO NOTHING`,
      [event.id, event.type, event.subject, JSON.stringify(event)],
    );
  }

  /** Leases up to `limit` due deliveries, oldest first, none about `busySubjects`. */
  async claim(consumer: string, limit: number, busySubjects: readonly string[]): Promise<Delivery[]> {
    return this.dataSource.query(
      `WITH claimed AS (
         UPDATE delivery SET attempts = attempts + 1, due_at = now() + make_interval(secs => $4)
         WHERE consumer = $1 AND event_id IN (
           SELECT event_id FROM delivery
           WHERE consumer = $1 AND died_at IS NULL AND due_at <= now() AND attempts < $5
             AND subject <> ALL($3)
           ORDER BY sequence LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING sequence, event, attempts)
       SELECT event, attempts FROM claimed ORDER BY sequence`,
      [consumer, limit, busySubjects, this.leaseMs / 1000, this.maxAttempts],
    );
  }

  /** Keeps the lease of deliveries that take longer. */
  async renew(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET due_at = now() + make_interval(secs => $3)
       WHERE consumer = $1 AND event_id = ANY($2) AND died_at IS NULL`,
      [consumer, eventIds, this.leaseMs / 1000],
    );
  }

  /** It was taken. */
  async done(consumer: string, eventId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM delivery WHERE consumer = $1 AND event_id = $2', [
      consumer,
      eventId,
    ]);
  }

  /** It failed: due again after `delayMs`. */
  async postpone(consumer: string, eventId: string, delayMs: number, error: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET due_at = now() + make_interval(secs => $3), error = $4
       WHERE consumer = $1 AND event_id = $2`,
      [consumer, eventId, delayMs / 1000, error],
    );
  }

  /** It failed for good. */
  async bury(consumer: string, eventId: string, error: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE delivery SET died_at = now(), error = $3 WHERE consumer = $1 AND event_id = $2',
      [consumer, eventId, error],
    );
  }

  /** Who has something to do. Buries what never came back from its last attempt: it kills whoever takes it. */
  async due(): Promise<string[]> {
    await this.dataSource.query(
      `UPDATE delivery SET died_at = now(), error = coalesce(error, 'The process died of it.')
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
    if (!backlog) throw new Error('The database counted nothing.');
    return backlog;
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
