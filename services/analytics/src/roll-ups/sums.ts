import { type Grain, LENGTH_MS, periodEnd, type PeriodRange, periodStart, type Sum } from './period.js';

/** Sums, each with the grain that it adds up. */
export const SUMS = [
  ['7 days', 'day'],
  ['6 hours', 'hour'],
] as const satisfies readonly (readonly [Sum, Grain])[];

/** One sum: its grain and its start. */
export interface SumPeriod {
  readonly grain: Sum;
  readonly startsAt: Date;
}

/** Consecutive sums of one grain, as one range. */
interface Run {
  readonly grain: Sum;
  readonly from: Date;
  readonly to: Date;
}

/** The sum that adds up periods of a grain. Undefined: there is none. */
export function sumOf(grain: Grain): Sum | undefined {
  return SUMS.find(([, summed]) => summed === grain)?.[0];
}

/** The grain that a sum adds up. Undefined: the given grain is not a sum. */
export function summedBy(grain: Grain): 'day' | 'hour' | undefined {
  return SUMS.find(([sum]) => sum === grain)?.[1];
}

/** The sums to make for a day with many visits: four of six hours, and the one of seven days that contains it. */
export function sumsOfDay(day: Date): SumPeriod[] {
  const sixHours = Array.from({ length: LENGTH_MS.day / LENGTH_MS['6 hours'] }, (_, index) => ({
    grain: '6 hours' as const,
    startsAt: new Date(day.getTime() + index * LENGTH_MS['6 hours']),
  }));
  return [...sixHours, { grain: '7 days', startsAt: periodStart('7 days', day) }];
}

/**
 * Replaces days and hours by the sums that contain them, because a report reads one row per period.
 * @param sums existing sums, in ascending order
 */
export function replaceBySums(periods: readonly PeriodRange[], sums: readonly SumPeriod[]): PeriodRange[] {
  return periods.flatMap((range) => {
    const sum = sumOf(range.grain);
    const within = sums.filter((period) => period.grain === sum && isWithin(period, range));
    return replaceRuns(range, runsOf(within));
  });
}

function isWithin({ grain, startsAt }: SumPeriod, { from, to }: PeriodRange): boolean {
  return (from === null || from <= startsAt) && (to === null || periodEnd(grain, startsAt) <= to);
}

function runsOf(sums: readonly SumPeriod[]): Run[] {
  const runs: Run[] = [];
  for (const { grain, startsAt } of sums) {
    const last = runs.at(-1);
    const follows = last?.to.getTime() === startsAt.getTime();
    if (follows) runs.pop();
    runs.push({ grain, from: follows ? last.from : startsAt, to: periodEnd(grain, startsAt) });
  }
  return runs;
}

function replaceRuns(range: PeriodRange, runs: readonly Run[]): PeriodRange[] {
  const ranges: PeriodRange[] = [];
  let { from } = range;
  for (const run of runs) {
    if (from === null || from < run.from) ranges.push({ ...range, from, to: run.from });
    ranges.push(run);
    from = run.to;
  }
  if (from === null || range.to === null || from < range.to) ranges.push({ ...range, from });
  return ranges;
}
