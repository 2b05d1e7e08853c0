import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** The addresses that a file such as /etc/hosts gives to a name in lower case. */
export function addressesInHosts(hosts: string, name: string): LookupAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(name) ? [{ address, family }] : [];
  });
}

/**
 * The full names that a name can stand for by /etc/resolv.conf, in the order in which they are tried. On Kubernetes,
 * `receiver.tools` stands for `receiver.tools.svc.cluster.local`.
 */
export function searchedNames(resolvConf: string, name: string): string[] {
  if (name.endsWith('.')) return [name];
  let domains: string[] = [];
  let minimumDots = 1;
  for (const line of resolvConf.split('\n')) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'search' || keyword === 'domain') domains = words;
    if (keyword !== 'options') continue;
    const ndots = words.find((word) => /^ndots:\d+$/.test(word));
    if (ndots) minimumDots = Number(ndots.slice('ndots:'.length));
  }
  const searched = domains.map((domain) => `${name}.${domain.replace(/^\.+/, '')}`);
  const isLikelyFull = name.split('.').length - 1 >= minimumDots;
  return [...new Set(isLikelyFull ? [name, ...searched] : [...searched, name])];
}
