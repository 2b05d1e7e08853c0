import { HOUR_MS } from '@waybill/contracts';

const ACTIVATION_TTL_MS = 48 * HOUR_MS;

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
