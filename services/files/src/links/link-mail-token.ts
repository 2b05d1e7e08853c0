import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKeys } from '../access/derived-keys.js';

const FORMAT = /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?<signature>[\w-]{43})$/;

/**
 * Tokens of the links in mails that prove an address: `<challenge>.<HMAC-SHA256>`. The row of the challenge enforces
 * expiry and single use.
 */
export class LinkMailToken {
  private readonly keys: readonly KeyObject[];

  /** @param secrets newest first; the first signs, all verify */
  constructor(secrets: readonly Uint8Array[]) {
    this.keys = derivedKeys(secrets, 'waybill link mail');
  }

  issue(linkId: string, challengeId: string): string {
    return `${challengeId}.${this.signatures(linkId, challengeId)[0]?.toString('base64url')}`;
  }

  /** Id of the challenge in the token. Null if the token is not authentic for this link. */
  challengeOf(token: string, linkId: string): string | null {
    const { id, signature } = FORMAT.exec(token)?.groups ?? {};
    if (id === undefined || signature === undefined) return null;
    const given = Buffer.from(signature, 'base64url');
    return this.signatures(linkId, id).some((own) => timingSafeEqual(given, own)) ? id : null;
  }

  private signatures(linkId: string, challengeId: string): Buffer[] {
    const text = JSON.stringify([linkId, challengeId]);
    return this.keys.map((key) => createHmac('sha256', key).update(text).digest());
  }
}
