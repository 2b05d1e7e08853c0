import ipaddr from 'ipaddr.js';

/** The part of a visitor's address that is kept (VISITOR_ADDRESSES). */
export type AddressMode = 'full' | 'network' | 'none';

/** The part of an address that an entry keeps: all of it, its /24 or /48, or nothing. */
export function keptAddress(address: string, mode: AddressMode): string {
  if (mode === 'full') return address;
  if (mode === 'none' || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const network = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::/48`;
}
