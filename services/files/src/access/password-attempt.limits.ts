import type { Limit } from '@waybill/redis';

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords from one address for one file; the right one forgets them. */
export const perFileAndAddress: Limit = {
  name: 'files.password.file-address',
  points: 10,
  windowSeconds: WINDOW_SECONDS,
};

/** Wrong passwords for one file, from wherever. */
export const perFile: Limit = { name: 'files.password.file', points: 100, windowSeconds: WINDOW_SECONDS };

/** Wrong passwords from one address, for whatever files. */
export const perAddress: Limit = {
  name: 'files.password.address',
  points: 50,
  windowSeconds: WINDOW_SECONDS,
};

const FREE_MISTAKES = 5;
const STEP_MS = 200;
const LONGEST_MS = 1_000;

/** How long the answer to the n-th wrong password in a row waits, in milliseconds. */
export function slowdownMs(mistakes: number): number {
  return Math.min(LONGEST_MS, Math.max(0, mistakes - FREE_MISTAKES) * STEP_MS);
}
