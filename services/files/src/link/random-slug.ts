import { randomInt } from 'node:crypto';

const LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random last part of an address. Its 62 bits of entropy cannot be guessed. */
export function randomSlug(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
