/** @param startedAt what `performance.now()` said */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
