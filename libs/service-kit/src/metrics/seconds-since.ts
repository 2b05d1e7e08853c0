/** @param startedAt a time of `performance.now()` */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
