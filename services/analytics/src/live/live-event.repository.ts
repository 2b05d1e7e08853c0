import { Injectable } from '@nestjs/common';
import {
  type InputOf,
  LIVE_TOPIC,
  type LiveActivity,
  type LiveChange,
  type LiveEvent,
  type OutputOf,
  type readLiveEvents,
} from '@waybill/contracts';
import { Signals } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';

/** Events of an account in one reply at most. The next request gets the remaining ones. */
const MAX_EVENTS = 500;

export interface OwnedLiveEvent {
  readonly userId: string;
  readonly event: LiveActivity;
}

/**
 * Locks accounts, `$1`, in the order of their keys, so that concurrent transactions cannot deadlock. Ids are assigned
 * under the locks. `advisoryLocks` is not used: it takes a second round trip, and its keys differ from those of
 * replicas of earlier versions.
 */
const LOCKS = `locks AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(id, 7) AS key FROM unnest($1::text[]) AS id ORDER BY key) AS keys)`;

/** Events of the last minutes, for watching clients (docs/decisions/live-events.md). */
@Injectable()
export class LiveEventRepository {
  private readonly uncommitted = new WeakMap<QueryRunner, Set<string>>();

  constructor(
    private readonly database: DataSource,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {
    database.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => this.afterCommit(queryRunner),
    });
  }

  /**
   * Stores events in the transaction of their change, and signals them after its commit. Must be the last statement of
   * the transaction that can wait for a lock, because it locks the accounts until the commit. Without the locks, an
   * event could be committed after one with a greater id was read, and clients would miss it.
   */
  async add(manager: EntityManager, events: readonly OwnedLiveEvent[]): Promise<void> {
    if (events.length === 0) return;
    const userIds = [...new Set(events.map(({ userId }) => userId))];
    await manager.query(
      `WITH ${LOCKS}
       INSERT INTO live_events (user_id, file_id, at, event)
       SELECT user_id, file_id, $4::timestamptz, event
       FROM unnest($2::uuid[], $3::uuid[], $5::jsonb[]) WITH ORDINALITY
         AS added (user_id, file_id, event, position)
       WHERE (SELECT count(*) FROM locks) > 0 ORDER BY position`,
      [
        userIds,
        events.map(({ userId }) => userId),
        events.map(({ event }) => event.fileId ?? ('bundleId' in event ? event.bundleId : null)),
        // Not the time of the event: one that is consumed late must also be kept for five minutes.
        this.clock.now(),
        events.map(({ event }) => JSON.stringify(event)),
      ],
    );
    this.signalAfterCommit(manager, userIds);
  }

  /**
   * Like `add`, for a change of a file or bundle. Stored without the file, because it outlives the deletion of the file
   * that it reports.
   */
  async addChange(manager: EntityManager, userId: string, change: LiveChange): Promise<void> {
    await manager.query(
      `WITH ${LOCKS}
       INSERT INTO live_changes (user_id, at, event)
       SELECT $2::uuid, $3::timestamptz, $4::jsonb WHERE (SELECT count(*) FROM locks) > 0`,
      [[userId], userId, change.at, JSON.stringify(change)],
    );
    this.signalAfterCommit(manager, [userId]);
  }

  /**
   * Reads events of accounts after the ids that the caller has, oldest first, and at most `MAX_EVENTS` of each account.
   * For `after` null, only the id of the newest event.
   */
  async read({ feeds }: InputOf<typeof readLiveEvents>): Promise<OutputOf<typeof readLiveEvents>> {
    const rows: {
      userId: string;
      last: string;
      hasMore: boolean;
      events: { id: string; event: LiveEvent }[];
    }[] = await this.database.query(
      `SELECT user_id AS "userId", coalesce(newest, start)::text AS last, size = ${MAX_EVENTS} AS "hasMore", events
         FROM unnest($1::uuid[], $2::bigint[]) AS feed (user_id, after)
         CROSS JOIN LATERAL (
           -- An id that was never given, such as one from before a restored backup, must not hide what comes.
           SELECT CASE WHEN after IS NULL
             THEN coalesce(greatest(
               (SELECT max(id) FROM live_events WHERE live_events.user_id = feed.user_id),
               (SELECT max(id) FROM live_changes WHERE live_changes.user_id = feed.user_id)), 0)
             ELSE least(after, (SELECT last_value FROM live_events_id_seq)) END AS start) AS known
         CROSS JOIN LATERAL (
           SELECT max(id) AS newest, count(*) AS size,
             coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'event', event) ORDER BY id), '[]') AS events
           FROM (
             SELECT id, event FROM (
               (SELECT id, event FROM live_events
                WHERE live_events.user_id = feed.user_id AND id > start ORDER BY id LIMIT ${MAX_EVENTS})
               UNION ALL
               (SELECT id, event FROM live_changes
                WHERE live_changes.user_id = feed.user_id AND id > start ORDER BY id LIMIT ${MAX_EVENTS})) AS stored
             ORDER BY id LIMIT ${MAX_EVENTS}) AS page) AS page`,
      [feeds.map(({ userId }) => userId), feeds.map(({ after }) => after)],
    );
    return { feeds: rows };
  }

  async deleteBefore(at: Date): Promise<void> {
    await this.database.query('DELETE FROM live_events WHERE at < $1', [at]);
    await this.database.query('DELETE FROM live_changes WHERE at < $1', [at]);
  }

  private signalAfterCommit({ queryRunner: runner }: EntityManager, userIds: readonly string[]): void {
    if (runner) this.uncommitted.set(runner, new Set([...(this.uncommitted.get(runner) ?? []), ...userIds]));
  }

  private afterCommit(runner: QueryRunner): void {
    // TypeORM also reports a released savepoint as a commit.
    if (runner.isTransactionActive) return;
    const userIds = this.uncommitted.get(runner) ?? [];
    this.uncommitted.delete(runner);
    for (const userId of userIds) void this.signals.send(LIVE_TOPIC, userId);
  }
}
