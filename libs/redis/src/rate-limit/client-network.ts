import ipaddr from 'ipaddr.js';
import type { Limit } from './limit.js';

/**
 * Prefix lengths that an IPv6 client is counted by, each with its multiple of a limit's points. Providers assign a
 * /64, /56 or /48 to one customer, who could otherwise use the 65,536 networks of a /48 in turn.
 */
const IPV6_TIERS = [
  { prefix: 64, pointsFactor: 1 },
  { prefix: 56, pointsFactor: 4 },
  { prefix: 48, pointsFactor: 16 },
] as const;

const SHARED_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'unspecified']);

/** A limit and the key whose attempts it counts. */
export type LimitedKey = readonly [limit: Limit, key: string];

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address. An IPv4-mapped IPv6 address
 * counts as its IPv4 address, in any notation. Text that is no address is returned as it is.
 */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? ipv6Network(parsed, 64) : (parsed?.toString() ?? address);
}

/** The widest network that one customer may have: an IPv4 address, or the /48 of an IPv6 address. */
export function widestNetworkOf(address: string): string {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? ipv6Network(parsed, 48) : networkOf(address);
}

/**
 * Counters of the client at `address`, narrowest network first: one for IPv4; for IPv6 its /64, /56 and /48. Wider
 * networks have more points, but at most `widePoints` of the limit.
 */
export function networkTiers(limit: Limit, address: string): LimitedKey[] {
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [[limit, networkOf(address)]];
  return IPV6_TIERS.map(({ prefix, pointsFactor }) => [
    pointsFactor === 1
      ? limit
      : { ...limit, name: `${limit.name}/${prefix}`, points: widePoints(limit, pointsFactor) },
    ipv6Network(parsed, prefix),
  ]);
}

function widePoints({ points, widePoints = Infinity }: Limit, factor: number): number {
  return Math.max(points, Math.min(points * factor, widePoints));
}

/**
 * Whether many clients can share the address: it is loopback, private or link-local, or no IP address at all. Such
 * addresses appear behind a proxy without TRUST_PROXY, and in an office network.
 */
export function isSharedAddress(address: string): boolean {
  const range = parse(address)?.range();
  return range === undefined || SHARED_RANGES.has(range);
}

/** A client that takes turns with those of other networks. */
export interface NetworkClient {
  readonly network: string;
  /** Whether many clients share the address. */
  readonly isShared: boolean;
}

/** @param address undefined: the caller does not know it */
export function clientOf(address: string | undefined): NetworkClient {
  if (address === undefined) return { network: '', isShared: true };
  return { network: widestNetworkOf(address), isShared: isSharedAddress(address) };
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function ipv6Network(address: ipaddr.IPv6, prefix: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(address)}/${prefix}`).toString()}/${prefix}`;
}

/** A zone such as `%eth0` is only valid on the machine that wrote it. */
function withoutZone(address: ipaddr.IPv6): string {
  return new ipaddr.IPv6(address.parts).toString();
}
