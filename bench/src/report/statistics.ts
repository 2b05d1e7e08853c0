/**
 * Percentile by nearest rank: the value that `share` (0 to 1) of the samples do not exceed.
 * @throws RangeError without samples
 */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There are no samples');
  return value;
}

/**
 * Divides `numerators` by `denominators` of the same round, which cancels out the noise of the machine.
 * @throws RangeError when the numbers of rounds differ
 */
export function pairwiseRatios(numerators: readonly number[], denominators: readonly number[]): number[] {
  if (numerators.length !== denominators.length) throw new RangeError('The rounds do not pair up');
  return numerators.map((numerator, round) => numerator / denominators[round]!);
}
