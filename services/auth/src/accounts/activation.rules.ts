const ACTIVATION_LIFE_MS = 48 * 3_600_000;

/** An activation link works for 48 hours, as often as it is followed: mail scanners follow it first. */
export function activationExpiry(signedUpAt: Date): Date {
  return new Date(signedUpAt.getTime() + ACTIVATION_LIFE_MS);
}

export function activationIsOpen(activation: { expiresAt: Date }, now: Date): boolean {
  return now < activation.expiresAt;
}
