/** Whether a file has expired at `now`, the moment of `deleteAt` included. `deleteAt` null: never. */
export function isExpired(deleteAt: Date | null, now: Date): boolean {
  return deleteAt !== null && deleteAt <= now;
}
