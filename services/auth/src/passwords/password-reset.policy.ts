import { HOUR_MS } from '@waybill/contracts';

const RESET_TTL_MS = HOUR_MS;

/** A reset link is valid for one hour and can be used once (spec §7). */
export function resetExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + RESET_TTL_MS);
}

export function isResetValid(reset: { expiresAt: Date }, now: Date): boolean {
  return now < reset.expiresAt;
}
