const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a mail is worth trying: a mail server may be down over a weekend. */
const RETRY_FOR_MS = 3 * DAY_MS;
const FIRST_DELAY_MS = MINUTE_MS;
const LONGEST_DELAY_MS = HOUR_MS;
/** Longer than any try takes. A sender that dies while it tries leaves the mail alone for this long. */
const LEASE_MS = 5 * MINUTE_MS;
const RETENTION_MS = 30 * DAY_MS;

/**
 * When a mail accepted now is given up.
 * @param uselessFrom when what it tells of ends, such as the life of a reset link; null when it does not
 */
export function mailExpiresAt(now: Date, uselessFrom: Date | null): Date {
  const latest = new Date(now.getTime() + RETRY_FOR_MS);
  return uselessFrom && uselessFrom < latest ? uselessFrom : latest;
}

/** When a mail that failed for the `attempts`th time is tried again: later and later, at least hourly. */
export function nextAttemptAt(now: Date, attempts: number): Date {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return new Date(now.getTime() + delay);
}

/** Until when a try that begins now has the mail for itself. */
export function leaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Mails created before this, and done with, are forgotten. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - RETENTION_MS);
}
