import { safeLocalStorage } from './safe-storage.js';

const keyOf = (fileId: string) => `waybill.token.${fileId}`;

/** Verification token of this browser for the file (spec §4), or null. */
export function tokenOf(fileId: string): string | null {
  return safeLocalStorage.read(keyOf(fileId));
}

export function keepToken(fileId: string, token: string): void {
  safeLocalStorage.write(keyOf(fileId), token);
}

export function dropToken(fileId: string): void {
  safeLocalStorage.remove(keyOf(fileId));
}

/** The token as a header, for calls made with fetch. */
export function tokenHeader(fileId: string): Record<string, string> {
  const token = tokenOf(fileId);
  return token === null ? {} : { 'X-Verification-Token': token };
}
