import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Decomposition, type Grain, PARTS, periodEnd, periodStart, selectPeriods } from './period.js';
import { type StoredTally, Tally, type TalliedVisit } from './tally.js';
import { EVERY_LINK, scopesOf } from './scope.js';
import { BusyPeriodRepository, MANY_VISITS, type QueuedPeriod } from './busy-period.repository.js';
import { summedBy, sumsOfDay, type SumPeriod } from './sums.js';

/** Key of a roll-up, which identifies the visits that it counts. */
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

/** A visit to whose periods reading is added. */
export type VisitOfReading = Pick<RolledUpVisit, 'fileId' | 'linkId' | 'accessedAt'> & {
  readonly country: string;
  /** See `BusyPeriodRepository.grainsOf`. */
  readonly grains: readonly Grain[];
};

interface KeyedRow extends StoredTally {
  readonly name: string;
}

interface ScopedRow extends StoredTally {
  readonly link_id: string;
  readonly is_bot: boolean;
}

/**
 * Rows added up per batch. More than the rows of one scope in a sum, so that each batch completes at least one scope.
 */
const SUM_BATCH = 500;

const COLUMNS = 'views, readers, completion, last_view_at, visitors, counts';

/** Roll-ups of visits by file, link, audience and period. Callers hold the locks of the files' records. */
@Injectable()
export class PeriodRepository {
  constructor(private readonly busyPeriods: BusyPeriodRepository) {}

  /** Adds visits to all of their periods, with a few statements for any number of visits. */
  async add(manager: EntityManager, visits: readonly RolledUpVisit[]): Promise<void> {
    await this.addTo(manager, await this.busyPeriods.grainsOf(manager, visits), visits);
  }

  /**
   * Adds visits to their periods of the given grains only. Queues periods that have reached many visits for splitting
   * or summing.
   */
  async addTo(
    manager: EntityManager,
    grainsOf: (visit: RolledUpVisit) => readonly Grain[],
    visits: readonly RolledUpVisit[],
  ): Promise<void> {
    const periods = new Map<string, { key: PeriodKey; tally: Tally; added: RolledUpVisit[] }>();
    for (const visit of visits) {
      for (const key of periodKeys({ ...visit, grains: grainsOf(visit) })) {
        const name = nameOf(key);
        const period = periods.get(name) ?? { key, tally: new Tally(), added: [] };
        period.added.push(visit);
        periods.set(name, period);
      }
    }
    if (periods.size === 0) return;
    const known = await this.stored(
      manager,
      [...periods.values()].map(({ key }) => key),
    );
    const busy: QueuedPeriod[] = [];
    for (const [name, { key, tally, added }] of periods) {
      const row = known.get(name);
      // Stored values come first. Of too many values, only new ones may be counted as Other.
      if (row) tally.uniteStored(row);
      for (const visit of added) tally.add(visit);
      if (groupsOf(tally.views) > groupsOf(row?.views ?? 0)) busy.push(...extraPeriodsOf(key));
    }
    await this.store(manager, [...periods.values()]);
    await this.busyPeriods.queue(manager, busy);
  }

  /** Adds the reading of a visit, or a further part of it, to every period of the visit. */
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
    if (periods.length === 0) return sum;
    const parameters: unknown[] = [fileId, scope, audiences];
    const query = selectPeriods(
      `SELECT ${COLUMNS} FROM period_views WHERE file_id = $1 AND link_id = $2 AND is_bot = ANY($3)`,
      periods,
      parameters,
    );
    const rows: StoredTally[] = await manager.query(query, parameters);
    // Largest sketches first: adding hashes to an estimate is cheap, converting hashes into an estimate is expensive.
    rows.sort((one, other) => other.visitors.length - one.visitors.length);
    for (const row of rows) sum.uniteStored(row);
    return sum;
  }

  /** Adds up the days or hours of a sum, of every scope and audience. */
  async sumUp(
    manager: EntityManager,
    { fileId, grain, startsAt }: SumPeriod & { readonly fileId: string },
  ): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const rows: ScopedRow[] = await manager.query(
        `SELECT link_id, is_bot, ${COLUMNS} FROM period_views
         WHERE file_id = $1 AND grain = $2 AND starts_at >= $3 AND starts_at < $4 AND ($5::uuid IS NULL OR link_id > $5)
         ORDER BY link_id LIMIT ${SUM_BATCH}`,
        [fileId, summedBy(grain), startsAt, periodEnd(grain, startsAt), after],
      );
      const isLast = rows.length < SUM_BATCH;
      const newest = rows.at(-1)?.link_id;
      // The rows of the last scope may continue in the next batch, so it is left to that batch.
      const complete = isLast ? rows : rows.filter(({ link_id: scope }) => scope !== newest);
      const sums = new Map<string, { key: PeriodKey; tally: Tally }>();
      for (const row of complete) {
        const key = { fileId, scope: row.link_id, isBot: row.is_bot, grain, startsAt };
        const sum = sums.get(nameOf(key)) ?? { key, tally: new Tally() };
        sum.tally.uniteStored(row);
        sums.set(nameOf(key), sum);
      }
      if (sums.size > 0) await this.store(manager, [...sums.values()]);
      after = complete.at(-1)?.link_id ?? null;
      if (isLast || after === null) return;
    }
  }

  private async stored(
    manager: EntityManager,
    keys: readonly PeriodKey[],
  ): Promise<Map<string, StoredTally>> {
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

/** Periods to split, or sums to make, when a period has reached many visits of people or of bots. */
function extraPeriodsOf({ fileId, scope, grain, startsAt }: PeriodKey): QueuedPeriod[] {
  if (scope !== EVERY_LINK) return [];
  if (grain === 'day') return sumsOfDay(startsAt).map((sum) => ({ ...sum, fileId }));
  return PARTS.filter(([splittable]) => splittable === grain).map(([splittable]) => ({
    fileId,
    grain: splittable,
    startsAt,
  }));
}

/**
 * Number of multiples of MANY_VISITS that a period has reached. The period is queued again at each, because replicas of
 * the previous version do not queue it.
 */
function groupsOf(views: number): number {
  return Math.floor(views / MANY_VISITS);
}

function periodKeys({
  fileId,
  linkId,
  isBot,
  accessedAt,
  grains,
  values: { country },
}: Pick<RolledUpVisit, 'fileId' | 'linkId' | 'isBot' | 'accessedAt'> & {
  readonly grains: readonly Grain[];
  readonly values: { readonly country: string };
}): PeriodKey[] {
  return scopesOf(linkId, country).flatMap((scope) =>
    grains.map((grain) => ({ fileId, scope, isBot, grain, startsAt: periodStart(grain, accessedAt) })),
  );
}
