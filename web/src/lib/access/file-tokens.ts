import { browserKeeper } from './local-keeper.js';

const keyOf = (fileId: string) => `waybill.token.${fileId}`;

/** Proof that this browser has given a file's password (spec §4); null when it has not. */
export function tokenOf(fileId: string): string | null {
  return browserKeeper.read(keyOf(fileId));
}

export function keepToken(fileId: string, token: string): void {
  browserKeeper.keep(keyOf(fileId), token);
}

export function dropToken(fileId: string): void {
  browserKeeper.drop(keyOf(fileId));
}

/** The token as a header, for calls made with fetch. */
export function tokenHeader(fileId: string): Record<string, string> {
  const token = tokenOf(fileId);
  return token === null ? {} : { 'X-Verification-Token': token };
}
