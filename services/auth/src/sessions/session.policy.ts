const HOUR_MS = 3_600_000;
const SESSION_TTL_MS = 30 * 24 * HOUR_MS;
const RENEWAL_INTERVAL_MS = HOUR_MS;

/** A session expires 30 days after its last use. */
export function sessionExpiresAt(usedAt: Date): Date {
  return new Date(usedAt.getTime() + SESSION_TTL_MS);
}

/** Time of last use, derived from the expiry. Accurate to the renewal interval of an hour. */
export function lastUsedAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() - SESSION_TTL_MS);
}

/** Extends the expiry at most once an hour, so that most session checks only read. */
export function isDueForRenewal(session: { expiresAt: Date }, now: Date): boolean {
  return sessionExpiresAt(now).getTime() - session.expiresAt.getTime() >= RENEWAL_INTERVAL_MS;
}
