import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { MINUTE_MS } from '@waybill/contracts';
import { z } from 'zod';
import type { ChallengeKind } from '../challenges/challenge.service.js';

export const MAX_PASSKEYS = 25;
/** WebAuthn allows no longer id of a credential. */
export const MAX_CREDENTIAL_ID_BYTES = 1023;
const TTL_MS = 5 * MINUTE_MS;

/** Challenge for adding a passkey to an account. */
export const registrationKind = {
  name: 'passkey-registration',
  ttlMs: TTL_MS,
  data: z.object({ accountId: z.uuid() }),
} satisfies ChallengeKind<z.ZodType>;

/** Challenge for a log-in with any passkey. */
export const logInKind = {
  name: 'passkey-log-in',
  ttlMs: TTL_MS,
  data: z.object({}),
} satisfies ChallengeKind<z.ZodType>;

const clientDataSchema = z.object({ challenge: z.string() });

/**
 * Extracts the challenge that the browser has signed, which is the token of the stored one. Null for malformed data.
 */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString();
    return clientDataSchema.safeParse(JSON.parse(text)).data?.challenge ?? null;
  } catch {
    return null;
  }
}

/** Transport hints for the browser, stored as the device sent them. They are not validated. */
export function transportsOf(transports: readonly string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[];
}
