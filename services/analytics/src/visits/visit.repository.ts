import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HOUR_MS } from '@waybill/contracts';

/** A visit with the values derived from its address and user agent. */
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
  /** Id of the share mail whose link the visitor followed. */
  readonly via: string | null;
  /** Hashes of the visitor (see `visitorHash`): the first is stored, the others are under former salts. */
  readonly visitors: readonly Buffer[];
}

/**
 * Inserts an entry and updates all counters in one statement. Each part reads the row that `entry` inserted, so a
 * visit that is already stored changes nothing.
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

/** Entries of visits, and the roll-ups for reports. */
@Injectable()
export class VisitRepository {
  /** @param manager transaction that holds the lock of the file's record */
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
