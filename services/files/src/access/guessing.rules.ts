import { isIPv6 } from 'node:net';
import type { Limit } from '@waybill/limiter';

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

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
