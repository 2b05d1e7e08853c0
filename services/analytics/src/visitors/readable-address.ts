import { isIPv6 } from 'node:net';

const MAPPED_PREFIX = /^(?:0*:){2,6}:?ffff:/i;

/**
 * Converts an IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`, or the same in hexadecimal) to IPv4. Returns any
 * other address unchanged.
 */
export function readableAddress(address: string): string {
  if (!isIPv6(address) || !MAPPED_PREFIX.test(address)) return address;
  const last = address.replace(MAPPED_PREFIX, '');
  if (last.includes('.')) return last;
  const [high = 0, low = 0] = last.split(':').map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
