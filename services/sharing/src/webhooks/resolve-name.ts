import { type LookupAddress, NODATA, NOTFOUND, promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { addressesInHosts, searchedNames } from './system-names.js';
import { isPrivateName } from './webhook-address.policy.js';

/** Bounds of one query to one DNS server. The signal of the attempt bounds all of them. */
const QUERY = { timeout: 2000, tries: 2 };

/** Resolves a name to all its addresses. Ends when the signal is aborted. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export interface NameResolution {
  /** Whether names of the local network are resolved too. */
  readonly allowsPrivate: boolean;
  /** DNS servers with their ports. By default those of the system. */
  readonly dnsServers?: readonly string[] | undefined;
}

/**
 * Resolves names by sockets of its own. `dns.lookup` occupies one of two threads of the process until the DNS server
 * answers: a few names of a server that never answers would stop every other lookup.
 */
export function nameResolver({ allowsPrivate, dnsServers }: NameResolution): ResolveName {
  return async (hostname, signal) => {
    const host = hostname.replace(/\.$/, '').toLowerCase();
    // Nobody outside of the network has a DNS server for these names, and the system may know them from elsewhere.
    if (allowsPrivate && isPrivateName(host)) return dns.lookup(hostname, { all: true });
    const known = addressesInHosts(await systemFile('/etc/hosts'), host);
    if (known.length > 0) return known;
    const names = allowsPrivate ? searchedNames(await systemFile('/etc/resolv.conf'), hostname) : [hostname];
    signal.throwIfAborted();
    // A new resolver for each attempt: it reads the current servers of the system, and can be cancelled alone.
    const resolver = new dns.Resolver(QUERY);
    if (dnsServers) resolver.setServers(dnsServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await firstFound(resolver, names, signal);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** @throws the first error of a server, or one with the code ENOTFOUND if no name has an address */
async function firstFound(
  resolver: dns.Resolver,
  names: readonly string[],
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const errors: Error[] = [];
  for (const name of names) {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    const found = answers.flatMap((answer, at) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    for (const answer of answers)
      if (answer.status === 'rejected' && !meansNoAddress(answer.reason)) errors.push(answer.reason as Error);
  }
  throw errors[0] ?? Object.assign(new Error('The name has no address'), { code: NOTFOUND });
}

function meansNoAddress(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === NOTFOUND || code === NODATA;
}

async function systemFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
