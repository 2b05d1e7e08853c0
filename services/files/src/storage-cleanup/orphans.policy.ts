import { DAY_MS } from '@waybill/contracts';

/** Younger objects are no orphans yet: a preview is stored minutes before a row names it. */
export const MIN_OBJECT_AGE_MS = DAY_MS;

/** Longer than an unfinished upload lives after its last byte. */
export const MIN_UNFINISHED_AGE_MS = DAY_MS + 3_600_000;

/** A week leaves an operator the time to notice a wrong database, weekends included. */
export const QUARANTINE_MS = 7 * DAY_MS;

/** Crashes leave a few orphans. More of them mean that the database lacks rows. */
const MAX_SHARE = 0.05;
const MAX_ORPHANS = 1000;

/** Whether orphans may be deleted without an operator. */
export function mayDeleteOrphans(orphans: number, objects: number): boolean {
  return orphans <= MAX_ORPHANS && orphans < objects * MAX_SHARE;
}
