import { DAY_MS } from '@waybill/contracts';

/** Which backups of a folder to keep. The newest is always kept. */
export interface Retention {
  /** Number of the newest backups to keep. */
  readonly count: number;
  /** Keep backups up to this age as well, in days. */
  readonly days: number;
}

/** Only the newest backup. */
export const KEEP_NEWEST: Retention = { count: 1, days: 0 };

export const KEEP_ALL: Retention = { count: Infinity, days: 0 };

/** Backups to keep, out of `backups`, which are sorted from new to old. */
export function selectKept<T extends { readonly createdAt: string }>(
  backups: readonly T[],
  { count, days }: Retention,
  now: Date,
): T[] {
  const oldest = now.getTime() - days * DAY_MS;
  return backups.filter(
    ({ createdAt }, index) => index < Math.max(1, count) || new Date(createdAt).getTime() >= oldest,
  );
}

/**
 * Whether a backup is of another installation than that of `series`, which therefore must not remove it. A backup
 * without a series counts as its own: versions up to 0.2.0 recorded none.
 * @param series null when it is unknown
 */
export function isOfOtherSeries(backup: { readonly series: string | null }, series: string | null): boolean {
  return backup.series !== null && backup.series !== series;
}
