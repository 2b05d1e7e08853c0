import ipaddr from 'ipaddr.js';

/**
 * Converts an IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`, or the same in hexadecimal) to IPv4. Returns any
 * other address unchanged.
 */
export function readableAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : address;
}
