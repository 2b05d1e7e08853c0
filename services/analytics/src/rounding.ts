/** Seconds with one decimal place. */
export function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** From 0 to 1, with four decimal places: sums of stored shares are off by a few millionths. */
export function shareOf(share: number): number {
  return Math.min(1, Math.round(share * 10_000) / 10_000);
}
