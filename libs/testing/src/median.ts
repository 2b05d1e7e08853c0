/** Median: the middle sample, or the mean of the two in the middle. @throws RangeError without samples */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There are no samples');
  return (lower + upper) / 2;
}
