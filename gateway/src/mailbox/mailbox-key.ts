import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Cookie that holds the mailbox's key. */
export const MAILBOX_COOKIE = 'waybill_mailbox';

/** Creates the secret that opens the mailbox until the process ends. */
export function createMailboxKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares a key in constant time. @param expected null: there is no mailbox, and every key is wrong */
export function isMailboxKey(key: unknown, expected: string | null): key is string {
  if (typeof key !== 'string' || expected === null) return false;
  return timingSafeEqual(digest(key), digest(expected));
}

/** URL that opens the mailbox in a browser. */
export function mailboxUrl(publicUrl: URL, key: string): string {
  return `${publicUrl.origin}/mailbox?key=${key}`;
}

/** Gives both keys the same length, which `timingSafeEqual` requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
