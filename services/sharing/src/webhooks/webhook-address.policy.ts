import { BlockList, isIP, isIPv6 } from 'node:net';

/** IPv4 ranges that are not on the public Internet, by RFC 6890 and its successors. */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;
/**
 * Ranges within the global unicast addresses 2000::/3 that are not public, or tunnel to IPv4: Teredo, 6to4 and others.
 */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2002::', 16],
] as const;

const refused = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_V4) refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_V6) refused.addSubnet(net, prefix, 'ipv6');
/** All other IPv6 addresses are private, loopback, link-local, multicast, mapped, translated or unassigned. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Names that by convention or standard mean this machine or this network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Whether an IP address is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
  return isIP(address) === 4 && !refused.check(address, 'ipv4');
}

/**
 * Whether a URL names a private address without DNS. The URL parser has already turned decimal, octal and hexadecimal
 * forms into dotted ones.
 */
export function namesPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  return isIP(host) === 0 ? isPrivateName(host.toLowerCase()) : !isPublicAddress(host);
}

/** Whether a name in lower case, without a dot at its end, exists in the local network only. */
export function isPrivateName(name: string): boolean {
  return !name.includes('.') || LOCAL_NAME.test(name);
}
