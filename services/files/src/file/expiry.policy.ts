/** Whether a file's time has come: from that very moment it is served no more. `deleteAt` null: never. */
export function isExpired(deleteAt: Date | null, now: Date): boolean {
  return deleteAt !== null && deleteAt <= now;
}
