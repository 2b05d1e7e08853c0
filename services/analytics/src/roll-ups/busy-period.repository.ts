import { Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import {
  BASE_GRAINS,
  decompose,
  type Decomposition,
  type Grain,
  PARTS,
  periodEnd,
  type PeriodRange,
  periodStart,
  selectPeriods,
  type Splittable,
  type Sum,
  type TimeRange,
} from './period.js';
import { replaceBySums, summedBy, type SumPeriod, sumOf, SUMS } from './sums.js';

/**
 * Number of visits, of people or of bots, at which an hour or a part of it is split, and a day is added to sums. Bounds
 * the number of entries that a report adds up at each end of its range.
 */
export const MANY_VISITS = 256;

/**
 * Delay from the end of a period until it is split or summed up. By then few visits and reading reports are still to
 * arrive, and replicas of the previous version, which write no parts, have ended.
 */
const SETTLED_MS = HOUR_MS;
/** Tolerated difference between the clocks of two replicas. */
const CLOCK_SKEW_MS = 30 * MINUTE_MS;

/** A period of a file that can be split. All of its links, countries and audiences are split together. */
export interface SplittablePeriod {
  readonly fileId: string;
  readonly grain: Splittable;
  readonly startsAt: Date;
}

/** A period of a file to split, or a sum to make. */
export type QueuedPeriod = SplittablePeriod | (SumPeriod & { readonly fileId: string });

interface Moment {
  readonly fileId: string;
  readonly accessedAt: Date;
}

interface SplitRow {
  readonly file_id: string;
  readonly grain: Splittable | Sum;
  readonly starts_at: Date;
}

/**
 * Queue and record of the periods with many visits, which are also rolled up by their parts, and of sums. A period with
 * fewer visits has no parts, because they would take as much space as its entries.
 */
@Injectable()
export class BusyPeriodRepository {
  constructor(private readonly clock: Clock) {}

  /** Divides a range into sums where they exist, other whole periods, and the parts of split periods at its ends. */
  async decompose(manager: EntityManager, fileId: string, range: TimeRange): Promise<Decomposition> {
    const ends = decompose(range).rest.flatMap(({ from, to }) => [from, to]);
    const split = await this.doneAmong(
      manager,
      ends.flatMap((accessedAt) => splittablePeriodsAt({ fileId, accessedAt })),
    );
    const { periods, rest } = decompose(range, (grain, startsAt) =>
      split.has(nameOf({ fileId, grain, startsAt })),
    );
    return { periods: replaceBySums(periods, await this.sumsWithin(manager, fileId, periods)), rest };
  }

  /**
   * Finds the grains by which visits are rolled up: those of every visit, the parts of split periods, and existing
   * sums.
   */
  async grainsOf(
    manager: EntityManager,
    visits: readonly Moment[],
  ): Promise<(visit: Moment) => readonly Grain[]> {
    const now = this.clock.now().getTime();
    const settled = visits.filter(
      ({ accessedAt }) => periodEnd('hour', accessedAt).getTime() + SETTLED_MS - CLOCK_SKEW_MS <= now,
    );
    const done = await this.doneAmong(
      manager,
      settled.flatMap((visit) => [...splittablePeriodsAt(visit), ...sumPeriodsAt(visit)]),
    );
    return ({ fileId, accessedAt }) => {
      const isDone = (grain: Splittable | Sum) =>
        done.has(nameOf({ fileId, grain, startsAt: periodStart(grain, accessedAt) }));
      const firstWhole = PARTS.findIndex(([grain]) => !isDone(grain));
      const parts = PARTS.slice(0, firstWhole === -1 ? PARTS.length : firstWhole);
      return [
        ...BASE_GRAINS,
        ...parts.map(([, part]) => part),
        ...SUMS.map(([sum]) => sum).filter((sum) => isDone(sum)),
      ];
    };
  }

  /**
   * Queues periods to split and sums to make, for `BusyPeriodSweep`. Idempotent: queued and finished ones stay as they
   * are.
   */
  async queue(manager: EntityManager, periods: readonly QueuedPeriod[]): Promise<void> {
    if (periods.length === 0) return;
    const rows = periods.map(({ fileId, grain, startsAt }) => ({
      file_id: fileId,
      grain,
      starts_at: startsAt,
      due_at: new Date(periodEnd(summedBy(grain) ? grain : 'hour', startsAt).getTime() + SETTLED_MS),
    }));
    await manager.query(
      `INSERT INTO split_periods (file_id, grain, starts_at, due_at)
       SELECT file_id, grain, starts_at, due_at
       FROM jsonb_to_recordset($1) AS row (file_id uuid, grain text, starts_at timestamptz, due_at timestamptz)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows)],
    );
  }

  /** The period that has been due for the longest time. */
  async nextDue(manager: EntityManager): Promise<QueuedPeriod | null> {
    const [row]: SplitRow[] = await manager.query(
      'SELECT file_id, grain, starts_at FROM split_periods WHERE due_at <= $1 ORDER BY due_at LIMIT 1',
      [this.clock.now()],
    );
    return row ? { fileId: row.file_id, grain: row.grain, startsAt: row.starts_at } : null;
  }

  /** @returns false if another replica has already finished the period */
  async markDone(manager: EntityManager, { fileId, grain, startsAt }: QueuedPeriod): Promise<boolean> {
    const [, marked] = await manager.query<[unknown[], number]>(
      `UPDATE split_periods SET due_at = NULL
       WHERE file_id = $1 AND grain = $2 AND starts_at = $3 AND due_at IS NOT NULL`,
      [fileId, grain, startsAt],
    );
    return marked > 0;
  }

  private async sumsWithin(
    manager: EntityManager,
    fileId: string,
    periods: readonly PeriodRange[],
  ): Promise<SumPeriod[]> {
    const ranges = periods.flatMap(({ grain, ...range }) => {
      const sum = sumOf(grain);
      return sum ? [{ ...range, grain: sum }] : [];
    });
    if (ranges.length === 0) return [];
    const parameters: unknown[] = [fileId];
    const select = 'SELECT grain, starts_at FROM split_periods WHERE file_id = $1 AND due_at IS NULL';
    const rows: { grain: Sum; starts_at: Date }[] = await manager.query(
      `${selectPeriods(select, ranges, parameters)} ORDER BY starts_at`,
      parameters,
    );
    return rows.map((row) => ({ grain: row.grain, startsAt: row.starts_at }));
  }

  private async doneAmong(
    manager: EntityManager,
    periods: readonly QueuedPeriod[],
  ): Promise<ReadonlySet<string>> {
    if (periods.length === 0) return new Set();
    const byName = new Map(periods.map((period) => [nameOf(period), period]));
    const keys = [...byName.values()].map(({ fileId, grain, startsAt }) => ({
      file_id: fileId,
      grain,
      starts_at: startsAt,
    }));
    const rows: SplitRow[] = await manager.query(
      `SELECT file_id, grain, starts_at FROM split_periods
       JOIN jsonb_to_recordset($1) AS key (file_id uuid, grain text, starts_at timestamptz)
         USING (file_id, grain, starts_at)
       WHERE due_at IS NULL`,
      [JSON.stringify(keys)],
    );
    return new Set(
      rows.map((row) => nameOf({ fileId: row.file_id, grain: row.grain, startsAt: row.starts_at })),
    );
  }
}

function splittablePeriodsAt({ fileId, accessedAt }: Moment): QueuedPeriod[] {
  return PARTS.map(([grain]) => ({ fileId, grain, startsAt: periodStart(grain, accessedAt) }));
}

function sumPeriodsAt({ fileId, accessedAt }: Moment): QueuedPeriod[] {
  return SUMS.map(([grain]) => ({ fileId, grain, startsAt: periodStart(grain, accessedAt) }));
}

function nameOf({ fileId, grain, startsAt }: QueuedPeriod): string {
  return [fileId, grain, startsAt.getTime()].join(' ');
}
