import { HOUR_MS, DAY_MS } from '@waybill/contracts';

const IDLE_TTL_MS = 30 * DAY_MS;
const RENEWAL_INTERVAL_MS = HOUR_MS;

/** Sessions of one account. Opening another revokes the one that was used longest ago. */
export const MAX_SESSIONS = 100;

/** A session expires 30 days after its last use, and `maxDays` after the log-in in any case. */
export function sessionExpiresAt(usedAt: Date, createdAt: Date, maxDays: number): Date {
  return new Date(Math.min(usedAt.getTime() + IDLE_TTL_MS, createdAt.getTime() + maxDays * DAY_MS));
}

/** Whether a session has reached its maximum age, however recently it was used. */
export function isTooOld({ createdAt }: { createdAt: Date }, now: Date, maxDays: number): boolean {
  return now.getTime() - createdAt.getTime() >= maxDays * DAY_MS;
}

/** Extends the expiry at most once an hour, so that most session checks only read. */
export function isDueForRenewal(session: { lastUsedAt: Date }, now: Date): boolean {
  return now.getTime() - session.lastUsedAt.getTime() >= RENEWAL_INTERVAL_MS;
}
