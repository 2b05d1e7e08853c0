import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A visit with all that could be found out about it. */
export interface EnrichedVisit {
  readonly id: string;
  readonly fileId: string;
  readonly accessedAt: Date;
  readonly address: string;
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly countryCode: string;
  readonly city: string;
  readonly userAgent: string;
  readonly browser: string;
  readonly referer: string;
  /** Id of the share mail that brought the visitor. */
  readonly via: string | null;
  /** Tell visitors of this file apart: the hash to keep, then those by which the visitor may be known already. */
  readonly visitors: readonly Buffer[];
}

const HOUR_MS = 3_600_000;

/**
 * The entry and everything that is counted from it, in one statement. A visit that is there already changes
 * nothing: each part feeds on the row that `entry` inserted.
 */
const RECORD_VISIT = `
  WITH entry AS (
    INSERT INTO entries (id, file_id, accessed_at, address, country_code, city, user_agent, browser, referer, via)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT DO NOTHING
    RETURNING file_id, accessed_at, country_code
  ), visitor AS (
    INSERT INTO visitors (file_id, visitor) SELECT file_id, $11 FROM entry
    WHERE NOT EXISTS (SELECT FROM visitors known WHERE known.file_id = entry.file_id AND known.visitor = ANY ($13))
    ON CONFLICT DO NOTHING
    RETURNING file_id
  ), country AS (
    INSERT INTO country_views AS known (file_id, country_code, views)
    SELECT file_id, country_code, 1 FROM entry
    ON CONFLICT (file_id, country_code) DO UPDATE SET views = known.views + 1
    RETURNING views = 1 AND country_code <> '' AS is_new
  ), hour AS (
    INSERT INTO hourly_views AS known (file_id, hour, views, last_view_at)
    SELECT file_id, $12, 1, accessed_at FROM entry
    ON CONFLICT (file_id, hour) DO UPDATE
      SET views = known.views + 1, last_view_at = greatest(known.last_view_at, excluded.last_view_at)
  )
  UPDATE records SET
    total_views = total_views + 1,
    unique_visitors = unique_visitors + (SELECT count(*) FROM visitor),
    unique_countries = unique_countries + (SELECT count(*) FROM country WHERE is_new),
    first_view_at = least(first_view_at, entry.accessed_at)
  FROM entry WHERE records.file_id = entry.file_id`;

/** Appends visits and keeps the counts that a report is made of. */
@Injectable()
export class VisitRepository {
  /** @param manager of a transaction that holds the lock of the file's record */
  async insert(manager: EntityManager, visit: EnrichedVisit): Promise<void> {
    const { id, fileId, accessedAt, address, countryCode, city, userAgent, browser, referer, via } = visit;
    const [visitor, ...former] = visit.visitors;
    const hour = new Date(Math.floor(accessedAt.getTime() / HOUR_MS) * HOUR_MS);
    await manager.query(RECORD_VISIT, [
      id,
      fileId,
      accessedAt,
      address,
      countryCode,
      city,
      userAgent,
      browser,
      referer,
      via,
      visitor,
      hour,
      former,
    ]);
  }
}
