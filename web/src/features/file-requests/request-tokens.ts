import { safeSessionStorage } from '../../lib/access/safe-storage.js';

const keyOf = (slug: string) => `waybill.request.${slug}`;

/** Token of this tab for a file request with a password. */
export function requestTokenOf(slug: string): string | null {
  return safeSessionStorage.read(keyOf(slug));
}

export function keepRequestToken(slug: string, token: string | null): void {
  if (token === null) safeSessionStorage.remove(keyOf(slug));
  else safeSessionStorage.write(keyOf(slug), token);
}
