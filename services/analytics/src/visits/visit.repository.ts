import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HOUR_MS } from '@waybill/contracts';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import { type EnrichedVisit, talliedVisit } from './enrich-visit.js';

/** Inserts entries. Idempotent: stored entries are not changed, and their ids are not returned. */
const INSERT_ENTRIES = `
  INSERT INTO entries (id, file_id, accessed_at, address, country_code, region, city, user_agent, browser,
    browser_family, system, device, referer, via, link_id, bundle_id, email, is_bot, is_owner, visitor)
  SELECT id, file_id, accessed_at, address, country_code, region, city, user_agent, browser, browser_family, system,
    device, referer, via, link_id, bundle_id, email, is_bot, is_owner, decode(visitor, 'base64')
  FROM json_to_recordset($1) AS row (
    id uuid, file_id uuid, accessed_at timestamptz, address text, country_code text, region text, city text,
    user_agent text, browser text, browser_family text, system text, device text, referer text, via uuid,
    link_id uuid, bundle_id uuid, email text, is_bot boolean, is_owner boolean, visitor text)
  ON CONFLICT DO NOTHING
  RETURNING id`;

/** Updates the counters of people's visits from the inserted entries, in one statement. */
const COUNT_VISITS = `
  WITH visit AS (
    SELECT file_id, accessed_at, country_code, hour, decode(visitor, 'base64') AS visitor,
           ARRAY(SELECT decode(hash, 'base64') FROM unnest(former) AS hash) AS former
    FROM json_to_recordset($1) AS row (
      file_id uuid, accessed_at timestamptz, country_code text, hour timestamptz, visitor text, former text[])
  ), visitor AS (
    INSERT INTO visitors (file_id, visitor) SELECT DISTINCT file_id, visitor FROM visit
    WHERE NOT EXISTS (SELECT FROM visitors known WHERE known.file_id = visit.file_id AND known.visitor = ANY (former))
    ON CONFLICT DO NOTHING
    RETURNING file_id
  ), country AS (
    INSERT INTO country_views AS known (file_id, country_code, views)
    SELECT file_id, country_code, count(*) FROM visit GROUP BY file_id, country_code
    ON CONFLICT (file_id, country_code) DO UPDATE SET views = known.views + excluded.views
    RETURNING file_id, xmax = 0 AND country_code <> '' AS is_new
  ), hour AS (
    INSERT INTO hourly_views AS known (file_id, hour, views, last_view_at)
    SELECT file_id, hour, count(*), max(accessed_at) FROM visit GROUP BY file_id, hour
    ON CONFLICT (file_id, hour) DO UPDATE SET views = known.views + excluded.views,
      last_view_at = greatest(known.last_view_at, excluded.last_view_at)
  )
  UPDATE records SET
    total_views = total_views + added.views,
    unique_visitors = unique_visitors + (SELECT count(*) FROM visitor WHERE visitor.file_id = added.file_id),
    unique_countries = unique_countries + (SELECT count(*) FROM country WHERE country.file_id = added.file_id AND is_new),
    first_view_at = least(records.first_view_at, added.first_view_at)
  FROM (SELECT file_id, count(*) AS views, min(accessed_at) AS first_view_at FROM visit GROUP BY file_id) AS added
  WHERE records.file_id = added.file_id`;

/** Entries of visits, and the roll-ups for reports. */
@Injectable()
export class VisitRepository {
  constructor(private readonly periods: PeriodRepository) {}

  /**
   * Stores visits with their roll-ups, with a few statements for any number of visits.
   * @param manager transaction that holds the locks of the files' records
   * @returns the visits of people that were not stored before
   */
  async insert(manager: EntityManager, visits: readonly EnrichedVisit[]): Promise<EnrichedVisit[]> {
    if (visits.length === 0) return [];
    const inserted: { id: string }[] = await manager.query(INSERT_ENTRIES, [
      JSON.stringify(visits.map(entryRow)),
    ]);
    const ids = new Set(inserted.map(({ id }) => id));
    const added = visits.filter(({ id }) => ids.delete(id));
    const people = added.filter(({ isBot }) => !isBot);
    if (people.length > 0) await manager.query(COUNT_VISITS, [JSON.stringify(people.map(countedRow))]);
    await this.periods.add(
      manager,
      added.map((visit) => ({
        ...talliedVisit(visit),
        fileId: visit.fileId,
        linkId: visit.linkId,
        isBot: visit.isBot,
      })),
    );
    return people;
  }
}

function entryRow(visit: EnrichedVisit) {
  return {
    id: visit.id,
    file_id: visit.fileId,
    accessed_at: visit.accessedAt,
    address: visit.address,
    country_code: visit.countryCode,
    region: visit.region,
    city: visit.city,
    user_agent: visit.userAgent,
    browser: visit.browser,
    browser_family: visit.browserFamily,
    system: visit.system,
    device: visit.device,
    referer: visit.referer,
    via: visit.via,
    link_id: visit.linkId,
    bundle_id: visit.bundleId,
    email: visit.email,
    is_bot: visit.isBot,
    is_owner: visit.isOwner,
    visitor: visit.visitors[0]?.toString('base64'),
  };
}

function countedRow({ fileId, accessedAt, countryCode, visitors: [visitor, ...former] }: EnrichedVisit) {
  return {
    file_id: fileId,
    accessed_at: accessedAt,
    country_code: countryCode,
    hour: new Date(Math.floor(accessedAt.getTime() / HOUR_MS) * HOUR_MS),
    visitor: visitor?.toString('base64'),
    former: former.map((hash) => hash.toString('base64')),
  };
}
