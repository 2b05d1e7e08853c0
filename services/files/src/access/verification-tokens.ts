import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Lifetime of a token after password verification, in milliseconds. */
export const VERIFICATION_TTL_MS = 24 * 3_600_000;

/** Lifetime of a token for the external viewer (contract, "Office preview"), in milliseconds. */
export const VIEWER_TOKEN_TTL_MS = 5 * 60_000;

/** Properties of a file that its tokens are bound to. */
export interface TokenSubject {
  readonly id: string;
  readonly passwordVersion: number;
}

/**
 * Stateless proofs of a verified password: `<expiry>.<HMAC-SHA256>`. A token is bound to its file and the version of the
 * password, so a change of the password invalidates it (contract, "verify-password").
 */
export class VerificationTokens {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets newest first; the first signs, all verify */
  constructor(secrets: readonly Uint8Array[]) {
    this.keys = secrets.map(
      (secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'waybill file verification', 32)),
    );
  }

  issue(file: TokenSubject, expiresAt: Date): string {
    const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
    const [signature] = this.signatures(file, expiry);
    return `${expiry}.${signature?.toString('base64url')}`;
  }

  verify(token: string, file: TokenSubject, now: Date): boolean {
    const [, expiry, signature] = /^([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? [];
    if (expiry === undefined || signature === undefined) return false;
    const given = Buffer.from(signature, 'base64url');
    const isAuthentic = this.signatures(file, expiry).some((own) => timingSafeEqual(given, own));
    return isAuthentic && parseInt(expiry, 36) * 1000 > now.getTime();
  }

  private signatures(file: TokenSubject, expiry: string): Buffer[] {
    const text = `${file.id}.${file.passwordVersion}.${expiry}`;
    return this.keys.map((key) => createHmac('sha256', key).update(text).digest());
  }
}
