import { HOUR_MS } from '@waybill/contracts';

/** Milliseconds until the next backup; 0 when the last one is older than the interval, or there is none. */
export function untilBackupDue(last: Date | null, intervalHours: number, now: Date): number {
  if (last === null) return 0;
  return Math.max(0, last.getTime() + intervalHours * HOUR_MS - now.getTime());
}

/** Whether the newest of `backups`, which are sorted from new to old, is older than the interval, or there is none. */
export function isBackupDue(
  [newest]: readonly { readonly createdAt: string }[],
  intervalHours: number,
  now: Date,
): boolean {
  return untilBackupDue(newest ? new Date(newest.createdAt) : null, intervalHours, now) === 0;
}
