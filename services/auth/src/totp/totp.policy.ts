import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Time steps before and after the current one whose codes are also accepted, to tolerate clock skew. */
const WINDOW = 1;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Recovery codes of one account. */
export const RECOVERY_CODES = 10;

function totpOf(secret: Buffer, label: string): TOTP {
  const { buffer, byteOffset, byteLength } = secret;
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return new TOTP({
    issuer: 'Waybill',
    label,
    secret: new Secret({ buffer: bytes }),
    period: PERIOD_SECONDS,
  });
}

/** Set-up of an authenticator app: the secret in base32, and the URL of the QR code. */
export function provisioningOf(secret: Buffer, email: string): { secret: string; url: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** Time step of a code. Null if the code belongs to no accepted step. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** 79 random bits, in four groups. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** The form in which recovery codes are compared: without blanks and hyphens, in lower case. */
export function canonicalRecoveryCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
