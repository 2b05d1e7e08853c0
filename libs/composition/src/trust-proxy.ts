import { isIP } from 'node:net';
import type { z } from 'zod';

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Trusted proxies: addresses and networks, or a predicate on the distance in hops. False: none. */
export type TrustProxy = string | ((address: string, hop: number) => boolean) | false;

/**
 * Parses TRUST_PROXY: a number of hops, or a comma-separated list of addresses, networks (`10.0.0.0/8`) and the
 * names loopback, linklocal and uniquelocal.
 */
export function trustProxyOf(text: string | undefined, context: z.RefinementCtx): TrustProxy {
  if (text === undefined) return false;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return (_address: string, hop: number) => hop < hops;
  }
  if (text.split(',').every((part) => isNetwork(part.trim()))) return text;
  context.addIssue({
    code: 'custom',
    message: 'must be a number of hops, or addresses and networks separated by commas',
  });
  return false;
}

function isNetwork(part: string): boolean {
  const [ip = '', prefix, ...rest] = part.split('/');
  if (rest.length > 0) return false;
  if (prefix === undefined) return namedNetworks.has(ip) || isIP(ip) !== 0;
  return isIP(ip) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(ip) === 4 ? 32 : 128);
}
