import { DAY_MS, HOUR_MS, MINUTE_MS } from '@waybill/contracts';

/** Length of a roll-up period: all time, a day, an hour (UTC), a part of a split hour, or a sum. */
export type Grain = 'all' | 'day' | 'hour' | Part | Sum;

/** Parts of periods with many visits (`BusyPeriodRepository`). */
export type Part = '10 minutes' | 'minute' | '10 seconds';

/** Longer periods that add up days or hours, made where a day has many visits (`BusyPeriodRepository`). */
export type Sum = '7 days' | '6 hours';

export const LENGTH_MS = {
  '7 days': 7 * DAY_MS,
  day: DAY_MS,
  '6 hours': 6 * HOUR_MS,
  hour: HOUR_MS,
  '10 minutes': 10 * MINUTE_MS,
  minute: MINUTE_MS,
  '10 seconds': 10_000,
} as const;
const EPOCH = new Date(0);

/** Periods that can be split, longest first, and what they are split into. */
export const PARTS = [
  ['hour', '10 minutes'],
  ['10 minutes', 'minute'],
  ['minute', '10 seconds'],
] as const satisfies readonly (readonly [Grain, Part])[];
export type Splittable = (typeof PARTS)[number][0];

/** Grains by which every visit is rolled up. */
export const BASE_GRAINS: readonly Grain[] = ['all', 'day', 'hour'];

/** Start of the period that `at` lies in. */
export function periodStart(grain: Grain, at: Date): Date {
  if (grain === 'all') return EPOCH;
  const length = LENGTH_MS[grain];
  return new Date(Math.floor(at.getTime() / length) * length);
}

/** The grain that a period is split into. */
export function partOf(grain: Splittable): Part {
  return new Map<Grain, Part>(PARTS).get(grain) ?? '10 seconds';
}

/** Range from `from` (inclusive) to `to` (exclusive). Null: unbounded. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Periods that start in a range. */
export interface PeriodRange extends TimeRange {
  readonly grain: Grain;
}

type ClosedRange = { readonly from: Date; readonly to: Date };

/** A range divided into whole periods, and the rests at its ends. */
export interface Decomposition {
  readonly periods: readonly PeriodRange[];
  /** At most two, each shorter than an hour and within a period that is not split. Summed up from entries. */
  readonly rest: readonly ClosedRange[];
}

export type IsSplit = (grain: Splittable, startsAt: Date) => boolean;

/** Divides a range into as few periods as possible, so that a report reads a bounded number of rows. */
export function decompose(range: TimeRange, isSplit: IsSplit = () => false): Decomposition {
  const { periods, rest } = decomposeByHours(range);
  const ends = rest.map((end) => decomposeEnd(end, isSplit));
  return {
    periods: [...periods, ...ends.flatMap((end) => end.periods)],
    rest: ends.flatMap((end) => end.rest),
  };
}

/** @param range within one period of the grain at `level` of `PARTS` */
function decomposeEnd({ from, to }: ClosedRange, isSplit: IsSplit, level = 0): Decomposition {
  const [grain, part] = PARTS[level] ?? [];
  if (!grain || !isSplit(grain, periodStart(grain, from))) return { periods: [], rest: [{ from, to }] };
  const first = ceiling(part, from);
  const last = periodStart(part, to);
  if (first > last) return decomposeEnd({ from, to }, isSplit, level + 1);
  const ends = [...between(from, first), ...between(last, to)].map((end) =>
    decomposeEnd(end, isSplit, level + 1),
  );
  return {
    periods: [...periodsBetween(part, first, last), ...ends.flatMap((end) => end.periods)],
    rest: ends.flatMap((end) => end.rest),
  };
}

function decomposeByHours({ from, to }: TimeRange): Decomposition {
  if (from === null && to === null) return { periods: [{ grain: 'all', from: null, to: null }], rest: [] };
  if (from && to && from >= to) return { periods: [], rest: [] };
  const firstHour = from && ceiling('hour', from);
  const lastHour = to && periodStart('hour', to);
  if (firstHour && lastHour && firstHour > lastHour) return { periods: [], rest: between(from, to) };
  const rest = [...between(from, firstHour), ...between(lastHour, to)];
  const firstDay = firstHour && ceiling('day', firstHour);
  const lastDay = lastHour && periodStart('day', lastHour);
  if (firstDay && lastDay && firstDay >= lastDay)
    return { periods: periodsBetween('hour', firstHour, lastHour), rest };
  const periods: PeriodRange[] = [
    ...periodsBetween('hour', firstHour, firstDay),
    { grain: 'day', from: firstDay, to: lastDay },
    ...periodsBetween('hour', lastDay, lastHour),
  ];
  return { periods, rest };
}

/** The range between two times; none if it is empty, or unbounded at an end. */
function between(from: Date | null, to: Date | null): ClosedRange[] {
  return from && to && from < to ? [{ from, to }] : [];
}

function periodsBetween(grain: Grain, from: Date | null, to: Date | null): PeriodRange[] {
  return between(from, to).map((range) => ({ grain, ...range }));
}

/** End of the period that `at` lies in. */
export function periodEnd(grain: Exclude<Grain, 'all'>, at: Date): Date {
  return new Date(periodStart(grain, at).getTime() + LENGTH_MS[grain]);
}

function ceiling(grain: Exclude<Grain, 'all'>, at: Date): Date {
  const start = periodStart(grain, at);
  return start.getTime() === at.getTime() ? start : periodEnd(grain, at);
}

/**
 * SQL that selects the rows of several ranges of periods. `OFFSET 0` makes PostgreSQL search an index for each range,
 * where a plain join may read every period of the file. The text does not depend on the ranges. A union of one query
 * per range would take six times as long to plan.
 * @param select query that ends in a condition
 * @param parameters of the statement; those of the ranges are appended
 */
export function selectPeriods(
  select: string,
  periods: readonly PeriodRange[],
  parameters: unknown[],
): string {
  const add = (values: unknown[]) => `$${parameters.push(values)}`;
  const grains = add(periods.map(({ grain }) => grain));
  const begins = add(periods.map(({ from }) => from ?? '-infinity'));
  const ends = add(periods.map(({ to }) => to ?? 'infinity'));
  return `
  SELECT period.*
  FROM unnest(${grains}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) AS range (grain, begins, ends)
  CROSS JOIN LATERAL (
    ${select} AND grain = range.grain AND starts_at >= range.begins AND starts_at < range.ends OFFSET 0) AS period`;
}
