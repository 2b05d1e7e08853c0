import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKeys } from '../access/derived-keys.js';

/** Hashes of mailed codes. Keyed, because a plain hash of six digits is reversed by brute force. */
export class LinkCodeHash {
  private readonly keys: readonly KeyObject[];

  /** @param secrets newest first; the first creates hashes, all match them */
  constructor(secrets: readonly Uint8Array[]) {
    this.keys = derivedKeys(secrets, 'waybill link code');
  }

  of(linkId: string, emailKey: string, code: string): string {
    return this.all(linkId, emailKey, code)[0] ?? '';
  }

  matches(hash: string, linkId: string, emailKey: string, code: string): boolean {
    return this.all(linkId, emailKey, code).some((own) =>
      timingSafeEqual(Buffer.from(own), Buffer.from(hash)),
    );
  }

  private all(linkId: string, emailKey: string, code: string): string[] {
    const text = JSON.stringify([linkId, emailKey, code]);
    return this.keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  }
}
