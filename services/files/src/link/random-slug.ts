import { randomInt } from 'node:crypto';

const LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The last part of an address that cannot be guessed: 62 bits. */
export function randomSlug(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
