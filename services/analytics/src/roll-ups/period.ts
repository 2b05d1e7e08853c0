/** Length of the periods that visits are rolled up by: all time, a day or an hour (UTC). */
export type Grain = 'all' | 'day' | 'hour';

const LENGTH_MS = { day: 86_400_000, hour: 3_600_000 } as const;
const EPOCH = new Date(0);

export const grains: readonly Grain[] = ['all', 'day', 'hour'];

/** Start of the period that `at` lies in. */
export function periodStart(grain: Grain, at: Date): Date {
  if (grain === 'all') return EPOCH;
  const length = LENGTH_MS[grain];
  return new Date(Math.floor(at.getTime() / length) * length);
}

/** A time from `from` to before `to`. Null: open. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Periods that start in a range. */
export interface PeriodRange extends TimeRange {
  readonly grain: Grain;
}

/** A range as whole periods and what is left of the hours at its ends. */
export interface Decomposition {
  readonly periods: readonly PeriodRange[];
  /** At most two, each shorter than an hour. Their entries are read one by one. */
  readonly rest: readonly { readonly from: Date; readonly to: Date }[];
}

/** Splits a range into as few periods as possible, so that a report reads a bounded number of rows. */
export function decompose({ from, to }: TimeRange): Decomposition {
  if (from === null && to === null) return { periods: [{ grain: 'all', from: null, to: null }], rest: [] };
  if (from && to && from >= to) return { periods: [], rest: [] };
  const firstHour = from && ceiling('hour', from);
  const lastHour = to && periodStart('hour', to);
  if (firstHour && lastHour && firstHour > lastHour) return { periods: [], rest: [{ from: from, to: to }] };
  const rest = [
    ...(from && firstHour && from < firstHour ? [{ from, to: firstHour }] : []),
    ...(to && lastHour && lastHour < to ? [{ from: lastHour, to }] : []),
  ];
  const firstDay = firstHour && ceiling('day', firstHour);
  const lastDay = lastHour && periodStart('day', lastHour);
  const hours = (start: Date | null, end: Date | null): PeriodRange[] =>
    start && end && start < end ? [{ grain: 'hour', from: start, to: end }] : [];
  if (firstDay && lastDay && firstDay >= lastDay) return { periods: hours(firstHour, lastHour), rest };
  const periods: PeriodRange[] = [
    ...hours(firstHour, firstDay),
    { grain: 'day', from: firstDay, to: lastDay },
    ...hours(lastDay, lastHour),
  ];
  return { periods, rest };
}

function ceiling(grain: 'day' | 'hour', at: Date): Date {
  const start = periodStart(grain, at);
  return start.getTime() === at.getTime() ? start : new Date(start.getTime() + LENGTH_MS[grain]);
}
