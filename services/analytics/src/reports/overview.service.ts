import { Injectable } from '@nestjs/common';
import { AppError, type getOverview, type InputOf, type Overview, DAY_MS } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { EVERY_LINK } from '../roll-ups/scope.js';
import { OTHER_VALUES } from '../roll-ups/tally.js';
import { presentCountry } from './report.presenter.js';

const SHOWN = 10;
const EXPIRES_SOON_DAYS = 7;

const KIND = `CASE WHEN of_bundle THEN 'bundle' ELSE 'file' END`;

/** Daily roll-ups of the account's files within the range of the overview. */
const DAYS = `
  FROM records JOIN period_views USING (file_id)
  WHERE user_id = $1 AND forgotten_at IS NULL AND grain = 'day' AND NOT is_bot AND link_id = '${EVERY_LINK}'
    AND starts_at >= $2`;

/** Sums up the visits of everything that an account shares. Reads one row per file and day. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `files.login-required` */
  async read({ caller: { userId }, days }: InputOf<typeof getOverview>): Promise<Overview> {
    if (userId === null) throw new AppError('files.login-required');
    const now = this.clock.now();
    const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
    const since = new Date(today - (days - 1) * DAY_MS);
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const byDay: { day: Date; views: number }[] = await manager.query(
        `SELECT starts_at AS day, sum(views)::int AS views ${DAYS} GROUP BY starts_at`,
        [userId, since],
      );
      const topFiles: Overview['topFiles'] = await manager.query(
        `SELECT file_id AS id, ${KIND} AS kind, original_name AS "originalName", sum(views)::int AS views ${DAYS}
         GROUP BY file_id, of_bundle, original_name ORDER BY 4 DESC, 1 LIMIT ${SHOWN}`,
        [userId, since],
      );
      const countries: { countryCode: string; count: number }[] = await manager.query(
        `SELECT key AS "countryCode", sum(value::int)::int AS count
         FROM (SELECT counts ${DAYS}) AS day, jsonb_each_text(counts -> 'country')
         GROUP BY key ORDER BY 2 DESC, 1 LIMIT ${SHOWN}`,
        [userId, since],
      );
      // Count each link in its own target alone, as its list does: files in a bundle also count the bundle's links.
      const links: Overview['links'] = await manager.query(
        `SELECT coalesce(name, slug) AS name, sum(value::int)::int AS count
         FROM (SELECT file_id, counts ${DAYS}) AS day, jsonb_each_text(counts -> 'link')
         JOIN share_links ON link_id = nullif(key, '${OTHER_VALUES}')::uuid
         WHERE share_links.file_id = day.file_id AND (name IS NOT NULL OR link_id <> day.file_id)
         GROUP BY link_id, name, slug ORDER BY 2 DESC, 1 LIMIT ${SHOWN}`,
        [userId, since],
      );
      const expiring: (Pick<Overview['expiringSoon'][number], 'id' | 'kind' | 'originalName'> & {
        deleteAt: Date;
        createdAt: Date;
      })[] = await manager.query(
        `SELECT file_id AS id, ${KIND} AS kind, original_name AS "originalName", delete_at AS "deleteAt", created_at AS "createdAt"
           FROM records WHERE user_id = $1 AND forgotten_at IS NULL AND expired_at IS NULL
             AND delete_at > $2 AND delete_at <= $3
           ORDER BY delete_at LIMIT ${SHOWN}`,
        [userId, now, new Date(now.getTime() + EXPIRES_SOON_DAYS * DAY_MS)],
      );
      const viewsOf = new Map(byDay.map(({ day, views }) => [day.getTime(), views]));
      const viewsPerDay = Array.from({ length: days }, (_, index) => {
        const day = since.getTime() + index * DAY_MS;
        return { day: new Date(day).toISOString().slice(0, 10), views: viewsOf.get(day) ?? 0 };
      });
      return {
        days,
        totalViews: viewsPerDay.reduce((sum, { views }) => sum + views, 0),
        viewsPerDay,
        topFiles,
        countries: countries.map(presentCountry),
        links,
        expiringSoon: expiring.map(({ deleteAt, createdAt, ...file }) => ({
          ...file,
          deleteAt: { Time: deleteAt.toISOString(), Valid: true },
          createdAt: createdAt.toISOString(),
        })),
      };
    });
  }
}
