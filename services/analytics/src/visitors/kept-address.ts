import { isIPv6 } from 'node:net';

/** The part of a visitor's address that is kept (VISITOR_ADDRESSES). */
export type AddressMode = 'full' | 'network' | 'none';

/** The part of an address that an entry keeps: all of it, its /24 or /48, or nothing. */
export function keptAddress(address: string, mode: AddressMode): string {
  if (mode === 'none' || address === '') return '';
  if (mode === 'full') return address;
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = address.split('%', 1);
  const [left = '', right] = head.split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(':').filter(Boolean).length;
  const all = [
    ...groups,
    ...Array.from({ length: missing }, () => '0'),
    ...(right ?? '').split(':').filter(Boolean),
  ];
  const network = all.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/48`;
}
