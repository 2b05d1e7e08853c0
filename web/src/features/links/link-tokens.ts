import { safeSessionStorage } from '../../lib/access/safe-storage.js';

const keyOf = (slug: string) => `waybill.link.${slug}`;

/** Token of this tab for a link. A reload of the page continues the visit; a new tab begins another visit. */
export function linkTokenOf(slug: string): string | null {
  return safeSessionStorage.read(keyOf(slug));
}

export function keepLinkToken(slug: string, token: string): void {
  safeSessionStorage.write(keyOf(slug), token);
}

export function dropLinkToken(slug: string): void {
  safeSessionStorage.remove(keyOf(slug));
}

export function linkTokenHeader(slug: string): Record<string, string> {
  const token = linkTokenOf(slug);
  return token === null ? {} : { 'X-Verification-Token': token };
}
