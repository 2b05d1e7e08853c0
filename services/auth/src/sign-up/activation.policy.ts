const ACTIVATION_TTL_MS = 48 * 3_600_000;

/**
 * An activation link is valid for 48 hours. It can be followed repeatedly, because mail scanners follow it before the
 * owner.
 */
export function activationExpiresAt(signedUpAt: Date): Date {
  return new Date(signedUpAt.getTime() + ACTIVATION_TTL_MS);
}

export function isActivationValid(activation: { expiresAt: Date }, now: Date): boolean {
  return now < activation.expiresAt;
}
