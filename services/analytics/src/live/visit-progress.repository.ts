import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A visit to be stored as in progress. */
export interface StartedVisit extends EntryFacts {
  readonly fileId: string;
  readonly isBundle: boolean;
  readonly isOwner: boolean;
  /** Hash of the person, see `personHash`. */
  readonly person: Buffer;
}

/** Facts of a visit's entry. */
export interface EntryFacts {
  readonly id: string;
  readonly linkId: string | null;
  readonly email: string;
  readonly accessedAt: Date;
  readonly countryCode: string;
  readonly city: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly referer: string;
  readonly throughBundleId: string | null;
}

/** Facts of a visit's file. */
export interface FileFacts {
  readonly ownerId: string;
  readonly name: string;
}

/** A visit in progress with the facts of its entry and its file. */
export interface VisitInProgress extends EntryFacts {
  readonly isAnnounced: boolean;
  readonly hasEnded: boolean;
  readonly page: number | null;
  readonly pageAt: Date | null;
  readonly fileId: string;
  readonly isBundle: boolean;
  readonly isOwner: boolean;
  /** Null for a file without an owner, or an unknown one. No events are published for the visit. */
  readonly ownerId: string | null;
  readonly name: string;
  /** Null for a visit that began under version 0.2 or 0.1, and for a resumed visit. */
  readonly person: Buffer | null;
  readonly durationMs: number;
  readonly pagesSeen: number;
  readonly completion: number;
}

const FACTS = `
  visit.entry_id AS id, visit.is_announced AS "isAnnounced", visit.has_ended AS "hasEnded", visit.page,
  visit.page_at AS "pageAt", visit.file_id AS "fileId", visit.is_bundle AS "isBundle", visit.is_owner AS "isOwner",
  records.user_id AS "ownerId", records.original_name AS name, entries.link_id AS "linkId", entries.email,
  entries.accessed_at AS "accessedAt", entries.country_code AS "countryCode", entries.city, entries.device,
  entries.system AS os, entries.browser, entries.referer, visit.person,
  entries.bundle_id AS "throughBundleId",
  entries.duration_ms::float8 AS "durationMs", entries.pages_seen AS "pagesSeen", entries.completion`;
const SOURCES = 'JOIN entries ON entries.id = visit.entry_id JOIN records ON records.file_id = visit.file_id';

/** Visits in progress. Each method is one statement for any number of visits. */
@Injectable()
export class VisitProgressRepository {
  /**
   * Stores visits in progress. Visits of files without an owner are not stored. Visits of files whose facts have not
   * arrived are stored, but not announced.
   * @returns facts of the files of announced visits, by visit id
   */
  async start(
    manager: EntityManager,
    visits: readonly StartedVisit[],
    now: Date,
  ): Promise<Map<string, FileFacts>> {
    const rows: (FileFacts & { id: string })[] = await manager.query(
      `WITH started AS (
         INSERT INTO visits_in_progress (entry_id, file_id, is_bundle, is_owner, person, is_announced, seen_at)
         SELECT entry_id, file_id, is_bundle, is_owner, person, version > 0, $6
         FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[], $5::bytea[])
           AS started (entry_id, file_id, is_bundle, is_owner, person)
         JOIN records USING (file_id) WHERE version = 0 OR user_id IS NOT NULL
         ON CONFLICT DO NOTHING
         RETURNING entry_id, file_id, is_announced)
       SELECT entry_id AS id, user_id AS "ownerId", original_name AS name
       FROM started JOIN records USING (file_id) WHERE is_announced`,
      [
        visits.map(({ id }) => id),
        visits.map(({ fileId }) => fileId),
        visits.map(({ isBundle }) => isBundle),
        visits.map(({ isOwner }) => isOwner),
        visits.map(({ person }) => person),
        now,
      ],
    );
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  }

  /** Records that visits continue, and resumes visits that had ended. */
  async markSeen(manager: EntityManager, ids: readonly string[], now: Date): Promise<void> {
    await manager.query(
      `INSERT INTO visits_in_progress (entry_id, file_id, is_bundle, is_owner, is_announced, has_ended, seen_at)
       SELECT id, file_id, false, is_owner, true, true, $2
       FROM entries JOIN records USING (file_id) WHERE id = ANY($1) AND NOT is_bot AND user_id IS NOT NULL
       ON CONFLICT (entry_id) DO UPDATE SET seen_at = excluded.seen_at`,
      [ids, now],
    );
  }

  async read(manager: EntityManager, ids: readonly string[]): Promise<VisitInProgress[]> {
    return manager.query(
      `SELECT ${FACTS} FROM visits_in_progress AS visit ${SOURCES}
       WHERE visit.entry_id = ANY($1) ORDER BY entries.accessed_at, entries.id`,
      [ids],
    );
  }

  async turnTo(
    manager: EntityManager,
    visits: readonly { readonly id: string; readonly page: number }[],
    now: Date,
  ): Promise<void> {
    await manager.query(
      `UPDATE visits_in_progress SET page = shown.page, page_at = $3
       FROM unnest($1::uuid[], $2::int[]) AS shown (entry_id, page)
       WHERE visits_in_progress.entry_id = shown.entry_id`,
      [visits.map(({ id }) => id), visits.map(({ page }) => page), now],
    );
  }

  /** Marks unannounced visits of these files as announced. @returns their ids */
  async announce(manager: EntityManager, fileIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `WITH announced AS (
         UPDATE visits_in_progress SET is_announced = true WHERE file_id = ANY($1) AND NOT is_announced
         RETURNING entry_id AS id)
       SELECT id FROM announced`,
      [fileIds],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Ids of visits without a report since a time. Skips visits that another replica is ending. Also skips, for a day,
   * unannounced visits, because the event of an upload can be retried for long.
   */
  async quietSince(manager: EntityManager, time: Date, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await manager.query(
      `SELECT entry_id AS id FROM visits_in_progress
       WHERE seen_at <= $1 AND (is_announced OR seen_at <= $1::timestamptz - interval '1 day')
       ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [time, limit],
    );
    return rows.map(({ id }) => id);
  }

  async delete(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM visits_in_progress WHERE entry_id = ANY($1)', [ids]);
  }
}
