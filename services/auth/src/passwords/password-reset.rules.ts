const RESET_LIFE_MS = 3_600_000;

/** A reset link works once and for one hour (contract, /api/reset-password). */
export function resetExpiry(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + RESET_LIFE_MS);
}

export function resetIsOpen(reset: { expiresAt: Date }, now: Date): boolean {
  return now < reset.expiresAt;
}
