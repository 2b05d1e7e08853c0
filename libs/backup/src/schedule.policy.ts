const HOUR_MS = 3_600_000;

/** Whether the newest of `backups`, which are sorted from new to old, is older than the interval, or there is none. */
export function isBackupDue(
  [newest]: readonly { readonly createdAt: string }[],
  intervalHours: number,
  now: Date,
): boolean {
  return !newest || new Date(newest.createdAt).getTime() + intervalHours * HOUR_MS <= now.getTime();
}
