import { DAY_MS, HOUR_MS } from '@waybill/contracts';

/** Minimum age of an orphan. A younger object may be about to get a row: a preview is stored minutes before its row. */
export const MIN_OBJECT_AGE_MS = DAY_MS;

/** Minimum age of an unfinished object. Longer than the lease of an unfinished upload after its last byte. */
export const MIN_UNFINISHED_AGE_MS = DAY_MS + HOUR_MS;

/** Time for which an orphan is kept: an operator must be able to notice a wrong database, even after a weekend. */
export const QUARANTINE_MS = 7 * DAY_MS;

/** Limits of automatic deletion. Crashes leave few orphans: more than this means that the database lacks rows. */
const MAX_SHARE = 0.05;
const MAX_ORPHANS = 1000;

/** Whether orphans may be deleted without an operator. */
export function mayDeleteOrphans(orphans: number, objects: number): boolean {
  return orphans <= MAX_ORPHANS && orphans < objects * MAX_SHARE;
}
