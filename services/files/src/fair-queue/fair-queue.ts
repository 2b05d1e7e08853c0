import { HOUR_MS } from '@waybill/contracts';
import { networkOfKey, QUEUE_KEY } from '../owner/queue-key.js';

/** A worker that has not renewed its lease for this long counts as killed. */
export const LEASE_MS = 90_000;
export const RENEWAL_MS = 30_000;

/** Age from which earlier work on a file of a key no longer counts against the key, in milliseconds. */
const FAIRNESS_MS = HOUR_MS;

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** The value of the parameter `since` of `turnsOf`: work that started earlier does not count. */
export function turnsSince(now: Date): Date {
  return new Date(now.getTime() - FAIRNESS_MS);
}

/**
 * SQL of two common table expressions: `served` has the latest start of each key (`queueKeyOf`), and `networks` that of
 * each network.
 * @param startedAt column with the time at which a worker last started to work on the file
 * @param since placeholder of `turnsSince`, such as `$2`
 */
export function turnsOf(startedAt: 'preview_started_at' | 'scan_started_at', since: string): string {
  return `served AS (
       SELECT ${QUEUE_KEY} AS key, max(${startedAt}) AS latest FROM files WHERE ${startedAt} > ${since} GROUP BY 1
     ), networks AS (
       SELECT ${networkOfKey('key')} AS network, max(latest) AS latest FROM served GROUP BY 1
     )`;
}

/**
 * SQL of the fair order of files that are joined to `turnsOf`: networks take turns, and accounts take turns within
 * their network. The one that was served longest ago comes first, and within an account the oldest file.
 */
export const FAIR_ORDER = 'networks.latest NULLS FIRST, served.latest NULLS FIRST, created_at, id';
