import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SEEN_PRECISION_MS, VISIT_WINDOW_MS } from './visit-window.entity.js';

/** A visit of a file or bundle under a key. */
export interface KeyedVisit {
  readonly targetId: string;
  readonly key: string;
  readonly visitId: string;
}

/** A visit that can still continue. */
interface WindowInProgress {
  /** Whether it was seen so recently that another call changes nothing. */
  readonly isRecent: boolean;
}

/** Windows of visits (`VisitWindow`). Each method is one statement for any number of visits. */
@Injectable()
export class VisitWindowRepository {
  /** The windows of visits in progress under these keys, by `windowName`. */
  async inProgress(
    manager: EntityManager,
    visits: readonly Pick<KeyedVisit, 'targetId' | 'key'>[],
    now: Date,
  ): Promise<Map<string, WindowInProgress>> {
    if (visits.length === 0) return new Map();
    const rows: { file_id: string; key: string; is_recent: boolean }[] = await manager.query(
      `SELECT file_id, key, seen_at > $4 AS is_recent
       FROM visit_windows JOIN unnest($1::uuid[], $2::text[]) AS visits (file_id, key) USING (file_id, key)
       WHERE seen_at > $3`,
      [
        visits.map(({ targetId }) => targetId),
        visits.map(({ key }) => key),
        new Date(now.getTime() - VISIT_WINDOW_MS),
        new Date(now.getTime() - SEEN_PRECISION_MS),
      ],
    );
    return new Map(
      rows.map(({ file_id, key, is_recent }) => [
        windowName({ targetId: file_id, key }),
        { isRecent: is_recent },
      ]),
    );
  }

  /**
   * Joins the visits in progress under these keys, or starts them. Of concurrent calls exactly one starts a visit.
   * @param visits each key once, sorted: batches in different orders would deadlock
   * @returns ids of the started visits
   */
  async open(manager: EntityManager, visits: readonly KeyedVisit[], now: Date): Promise<Set<string>> {
    if (visits.length === 0) return new Set();
    const rows: { visit_id: string }[] = await manager.query(
      `INSERT INTO visit_windows AS visit (file_id, key, visit_id, started_at, seen_at)
       SELECT file_id, key, visit_id, $4::timestamptz, $4::timestamptz
       FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS opened (file_id, key, visit_id)
       ON CONFLICT (file_id, key) DO UPDATE SET
         visit_id = CASE WHEN visit.seen_at <= $5 THEN excluded.visit_id ELSE visit.visit_id END,
         started_at = CASE WHEN visit.seen_at <= $5 THEN excluded.started_at ELSE visit.started_at END,
         reported_ms = CASE WHEN visit.seen_at <= $5 THEN 0 ELSE visit.reported_ms END,
         early_reading = CASE WHEN visit.seen_at <= $5 THEN NULL ELSE visit.early_reading END,
         seen_at = greatest(visit.seen_at, excluded.seen_at)
       RETURNING visit_id`,
      [
        visits.map(({ targetId }) => targetId),
        visits.map(({ key }) => key),
        visits.map(({ visitId }) => visitId),
        now,
        new Date(now.getTime() - VISIT_WINDOW_MS),
      ],
    );
    const opened = new Set(rows.map(({ visit_id }) => visit_id));
    return new Set(visits.map(({ visitId }) => visitId).filter((id) => opened.has(id)));
  }

  /** Whether a visit of a file in the bundle is in progress under the key. */
  async isFileVisited(manager: EntityManager, bundleId: string, key: string, now: Date): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM bundle_files JOIN visit_windows USING (file_id)
       WHERE bundle_id = $1 AND key = $2 AND seen_at > $3 LIMIT 1`,
      [bundleId, key, new Date(now.getTime() - VISIT_WINDOW_MS)],
    );
    return rows.length > 0;
  }

  async delete(manager: EntityManager, visits: readonly KeyedVisit[]): Promise<void> {
    if (visits.length === 0) return;
    await manager.query(
      `DELETE FROM visit_windows USING unnest($1::uuid[], $2::text[], $3::uuid[]) AS refused (file_id, key, visit_id)
       WHERE visit_windows.file_id = refused.file_id AND visit_windows.key = refused.key
         AND visit_windows.visit_id = refused.visit_id`,
      [
        visits.map(({ targetId }) => targetId),
        visits.map(({ key }) => key),
        visits.map(({ visitId }) => visitId),
      ],
    );
  }
}

/** Key of the visit with an id that the page appends to the addresses of its bytes, as the gateway computes it. */
export function pageKeyOf(pageVisitId: string): string {
  return `page:${pageVisitId}`;
}

/** Identifies a window among those of all files and bundles. */
export function windowName({ targetId, key }: Pick<KeyedVisit, 'targetId' | 'key'>): string {
  return `${targetId} ${key}`;
}
