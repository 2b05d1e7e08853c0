/**
 * Number of visits by how long they saw a page. Durations are rounded to steps too small to notice: tenths of a second
 * up to ten seconds, seconds up to two minutes, then 5 seconds, then minutes. Keys are milliseconds.
 */
export type Durations = Record<string, number>;

const steps = [
  { upTo: 10_000, step: 100 },
  { upTo: 120_000, step: 1000 },
  { upTo: 600_000, step: 5000 },
  { upTo: Infinity, step: 60_000 },
] as const;

/** Moves a visit from one duration to another. A `beforeMs` of 0 means that it had not seen the page before. */
export function moveVisit(durations: Durations, beforeMs: number, afterMs: number): void {
  if (beforeMs > 0) {
    const before = stepOf(beforeMs);
    const left = (durations[before] ?? 0) - 1;
    if (left > 0) durations[before] = left;
    else Reflect.deleteProperty(durations, before);
  }
  const after = stepOf(afterMs);
  durations[after] = (durations[after] ?? 0) + 1;
}

export function addDurations(sum: Durations, added: Durations): void {
  for (const [ms, visits] of Object.entries(added)) sum[ms] = (sum[ms] ?? 0) + visits;
}

/** Median in milliseconds; 0 without visits. */
export function medianOf(durations: Durations): number {
  const sorted = Object.entries(durations)
    .map(([ms, visits]) => [Number(ms), visits] as const)
    .sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, visits]) => sum + visits, 0);
  const at = (rank: number) => {
    let seen = 0;
    for (const [ms, visits] of sorted) if ((seen += visits) > rank) return ms;
    return 0;
  };
  return total === 0 ? 0 : (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

/** SQL of `stepOf` for the column `ms`. */
export const STEP_OF_MS = `CASE ${steps
  .map(({ upTo, step }) => {
    const rounded = `greatest(${step}, round(ms / ${step}.0) * ${step})::int`;
    return upTo === Infinity ? `ELSE ${rounded}` : `WHEN ms <= ${upTo} THEN ${rounded}`;
  })
  .join(' ')} END`;

function stepOf(ms: number): number {
  const { step } = steps.find(({ upTo }) => ms <= upTo) ?? steps[3];
  return Math.max(step, Math.round(ms / step) * step);
}
