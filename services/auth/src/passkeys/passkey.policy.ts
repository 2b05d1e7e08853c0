import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { z } from 'zod';
import type { ChallengeKind } from '../challenges/challenge.service.js';

export const MAX_PASSKEYS = 25;
const TTL_MS = 5 * 60_000;

/** A new passkey of an account. */
export const registrationKind = {
  name: 'passkey-registration',
  ttlMs: TTL_MS,
  data: z.object({ accountId: z.uuid() }),
} satisfies ChallengeKind<z.ZodType>;

/** A log-in with any passkey. */
export const logInKind = {
  name: 'passkey-log-in',
  ttlMs: TTL_MS,
  data: z.object({}),
} satisfies ChallengeKind<z.ZodType>;

const clientDataSchema = z.object({ challenge: z.string() });

/** The challenge that the browser has signed: the token of the stored one. Null where it cannot be read. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString();
    return clientDataSchema.safeParse(JSON.parse(text)).data?.challenge ?? null;
  } catch {
    return null;
  }
}

/** Hints for the browser, kept as the device has sent them. */
export function transportsOf(transports: readonly string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[];
}
