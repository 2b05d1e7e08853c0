import { MINUTE_MS, HOUR_MS, DAY_MS } from '@waybill/contracts';

/** Retry period. A mail server can be down over a weekend. */
const RETRY_FOR_MS = 3 * DAY_MS;
const FIRST_DELAY_MS = MINUTE_MS;
const LONGEST_DELAY_MS = HOUR_MS;
/** Longer than any attempt. Delays the next attempt if a process dies during one. */
const LEASE_MS = 5 * MINUTE_MS;
const RETENTION_MS = 30 * DAY_MS;

/**
 * Time after which a mail queued now is not attempted any more.
 * @param expiresAt expiry of its content, such as a reset link; null if there is none
 */
export function mailExpiresAt(now: Date, expiresAt: Date | null): Date {
  const latest = new Date(now.getTime() + RETRY_FOR_MS);
  return expiresAt && expiresAt < latest ? expiresAt : latest;
}

/** Time of the next attempt after `attempts` failures: exponential backoff, at most one hour. */
export function nextMailAttemptAt(now: Date, attempts: number): Date {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return new Date(now.getTime() + delay);
}

/** End of the lease of an attempt that starts now. */
export function mailLeaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Final mails created before this time are deleted. */
export function mailsRetainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}
