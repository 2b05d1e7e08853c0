const HOUR_MS = 3_600_000;
const SESSION_LIFE_MS = 30 * 24 * HOUR_MS;
const RENEWAL_INTERVAL_MS = HOUR_MS;

/** A session ends 30 days after it was last used. */
export function sessionExpiry(usedAt: Date): Date {
  return new Date(usedAt.getTime() + SESSION_LIFE_MS);
}

/** When a session was last used, to the hour: its end tells. */
export function lastUse({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() - SESSION_LIFE_MS);
}

/** Its end is moved at most once an hour, so that most calls only read. */
export function isDueForRenewal(session: { expiresAt: Date }, now: Date): boolean {
  return sessionExpiry(now).getTime() - session.expiresAt.getTime() >= RENEWAL_INTERVAL_MS;
}
