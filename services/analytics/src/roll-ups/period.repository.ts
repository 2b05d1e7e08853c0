import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Decomposition, type Grain, grains, periodStart } from './period.js';
import { type Counts, countsOf, Tally, type TalliedVisit } from './tally.js';
import { scopesOf } from './scope.js';
import { VisitorSketch } from './visitor-sketch.js';

/** Visits of which a roll-up is kept. */
export interface PeriodKey {
  readonly fileId: string;
  /** See `scopeOf`. */
  readonly scope: string;
  readonly isBot: boolean;
  readonly grain: Grain;
  readonly startsAt: Date;
}

/** A visit and the file, link and audience that it belongs to. */
export interface RolledUpVisit extends TalliedVisit {
  readonly fileId: string;
  readonly linkId: string;
  readonly isBot: boolean;
}

/** A visit of which reading was reported. */
export type VisitOfReading = Pick<RolledUpVisit, 'fileId' | 'linkId' | 'accessedAt'> & {
  readonly country: string;
};

interface PeriodRow {
  readonly views: number;
  readonly readers: number;
  readonly completion: number;
  readonly last_view_at: Date;
  readonly visitors: Buffer;
  readonly counts: Partial<Counts>;
}

interface KeyedRow extends PeriodRow {
  readonly name: string;
}

const COLUMNS = 'views, readers, completion, last_view_at, visitors, counts';

/** Roll-ups of visits by file, link, audience and period. Callers hold the locks of the files' records. */
@Injectable()
export class PeriodRepository {
  /** Adds visits to the periods that they lie in: two statements for any number of visits. */
  async add(manager: EntityManager, visits: readonly RolledUpVisit[]): Promise<void> {
    const added = new Map<string, { key: PeriodKey; tally: Tally }>();
    for (const visit of visits) {
      for (const key of periodKeys(visit)) {
        const name = nameOf(key);
        const period = added.get(name) ?? { key, tally: new Tally() };
        period.tally.add(visit);
        added.set(name, period);
      }
    }
    if (added.size === 0) return;
    const periods = [...added.values()];
    const known = await this.stored(
      manager,
      periods.map(({ key }) => key),
    );
    for (const [name, { tally }] of added) {
      const row = known.get(name);
      if (row) tally.unite(tallyOf(row));
    }
    await this.store(manager, periods);
  }

  /** Counts a visit as read, or more of it as seen, in every period that it lies in. */
  async addReading(
    manager: EntityManager,
    visit: VisitOfReading,
    change: { readonly readers: number; readonly completion: number },
  ): Promise<void> {
    const keys = periodKeys({ ...visit, isBot: false, values: visit });
    await manager.query(
      `UPDATE period_views SET readers = readers + $2, completion = completion + $3
       FROM ${RECORDSET} WHERE ${JOINED}`,
      [JSON.stringify(keys.map(keyRow)), change.readers, change.completion],
    );
  }

  /** Sums of the whole periods of a range. */
  async read(
    manager: EntityManager,
    { fileId, scope, audiences }: { fileId: string; scope: string; audiences: readonly boolean[] },
    { periods }: Pick<Decomposition, 'periods'>,
  ): Promise<Tally> {
    const sum = new Tally();
    for (const { grain, from, to } of periods) {
      const rows: PeriodRow[] = await manager.query(
        `SELECT ${COLUMNS} FROM period_views
         WHERE file_id = $1 AND link_id = $2 AND is_bot = ANY($3) AND grain = $4
           AND starts_at >= coalesce($5::timestamptz, '-infinity') AND starts_at < coalesce($6::timestamptz, 'infinity')`,
        [fileId, scope, audiences, grain, from, to],
      );
      for (const row of rows) sum.unite(tallyOf(row));
    }
    return sum;
  }

  private async stored(manager: EntityManager, keys: readonly PeriodKey[]): Promise<Map<string, PeriodRow>> {
    const rows: KeyedRow[] = await manager.query(
      `SELECT key.name, ${COLUMNS} FROM period_views JOIN ${RECORDSET} ON ${JOINED}`,
      [JSON.stringify(keys.map(keyRow))],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  private async store(
    manager: EntityManager,
    periods: readonly { readonly key: PeriodKey; readonly tally: Tally }[],
  ): Promise<void> {
    const rows = periods.map(({ key, tally }) => ({
      ...keyRow(key),
      views: tally.views,
      readers: tally.readers,
      completion: tally.completion,
      last_view_at: tally.lastViewAt,
      visitors: tally.visitors.encode().toString('base64'),
      counts: tally.counts,
    }));
    await manager.query(
      `INSERT INTO period_views (file_id, link_id, is_bot, grain, starts_at, ${COLUMNS})
       SELECT file_id, link_id, is_bot, grain, starts_at, views, readers, completion, last_view_at,
              decode(visitors, 'base64'), counts
       FROM jsonb_to_recordset($1) AS row (
         file_id uuid, link_id uuid, is_bot boolean, grain text, starts_at timestamptz, views int, readers int,
         completion float8, last_view_at timestamptz, visitors text, counts jsonb)
       ON CONFLICT (file_id, link_id, is_bot, grain, starts_at) DO UPDATE SET
         views = excluded.views, readers = excluded.readers, completion = excluded.completion,
         last_view_at = excluded.last_view_at, visitors = excluded.visitors, counts = excluded.counts`,
      [JSON.stringify(rows)],
    );
  }
}

const RECORDSET = `jsonb_to_recordset($1) AS key (
  name text, file_id uuid, link_id uuid, is_bot boolean, grain text, starts_at timestamptz)`;
const JOINED = `period_views.file_id = key.file_id AND period_views.link_id = key.link_id
  AND period_views.is_bot = key.is_bot AND period_views.grain = key.grain AND period_views.starts_at = key.starts_at`;

function keyRow(key: PeriodKey) {
  const { fileId, scope, isBot, grain, startsAt } = key;
  return { name: nameOf(key), file_id: fileId, link_id: scope, is_bot: isBot, grain, starts_at: startsAt };
}

function nameOf({ fileId, scope, isBot, grain, startsAt }: PeriodKey): string {
  return [fileId, scope, isBot, grain, startsAt.getTime()].join(' ');
}

function periodKeys({
  fileId,
  linkId,
  isBot,
  accessedAt,
  values: { country },
}: Pick<RolledUpVisit, 'fileId' | 'linkId' | 'isBot' | 'accessedAt'> & {
  readonly values: { readonly country: string };
}): PeriodKey[] {
  return scopesOf(linkId, country).flatMap((scope) =>
    grains.map((grain) => ({ fileId, scope, isBot, grain, startsAt: periodStart(grain, accessedAt) })),
  );
}

function tallyOf(row: PeriodRow): Tally {
  const tally = new Tally(countsOf(row.counts), VisitorSketch.decode(row.visitors));
  return Object.assign(tally, {
    views: row.views,
    readers: row.readers,
    completion: row.completion,
    lastViewAt: row.last_view_at,
  });
}
