import { DAY_MS, HOUR_MS } from '@waybill/contracts';

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = HOUR_MS;
const GIVE_UP_AFTER_MS = DAY_MS;
const RETENTION_MS = 30 * DAY_MS;

/** Time within which a receiver must answer. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** Longer than any attempt. Delays the next attempt if a process dies during one. */
const LEASE_MS = 15_000;

/** End of the lease of an attempt that starts now. */
export function deliveryLeaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/**
 * Time of the next attempt after `failures` consecutive failures. Exponential backoff: 5 seconds, then three times as
 * long each time, at most an hour. The last attempt is 24 hours after the first failure.
 * @returns null if the delivery is given up
 */
export function nextDeliveryAttemptAt(now: Date, failures: number, failingSince: Date): Date | null {
  const end = failingSince.getTime() + GIVE_UP_AFTER_MS;
  if (now.getTime() >= end) return null;
  const delay = Math.min(FIRST_DELAY_MS * 3 ** (failures - 1), LONGEST_DELAY_MS);
  return new Date(Math.min(now.getTime() + delay, end));
}

/** Finished deliveries created before this time are deleted. */
export function deliveriesRetainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}

/**
 * Finished deliveries of visits created before this time are deleted: the log must not keep visits for longer than
 * VISIT_RETENTION_DAYS.
 */
export function visitsRetainedSince(now: Date, visitRetentionDays: number | null): Date {
  const ms = visitRetentionDays === null ? RETENTION_MS : Math.min(RETENTION_MS, visitRetentionDays * DAY_MS);
  return new Date(now.getTime() - ms);
}
