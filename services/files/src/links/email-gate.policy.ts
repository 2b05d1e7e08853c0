import { domainToASCII, domainToUnicode } from 'node:url';
import { emailKey } from '@waybill/contracts';

/** Whether a list of addresses and `@domain` entries contains the address. An empty list contains all. */
export function isEmailAllowed(allowed: readonly string[], email: string): boolean {
  if (allowed.length === 0) return true;
  const key = emailGateKey(email);
  const domain = key.slice(key.lastIndexOf('@'));
  return allowed.map(emailGateKey).some((entry) => entry === key || entry === domain);
}

/** Key by which gates of links compare an address or `@domain`: `emailKey` with each domain in its Unicode spelling. */
export function emailGateKey(address: string): string {
  const key = emailKey(address);
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + key.slice(at).split('.').map(unicodeLabelOf).join('.');
}

/**
 * `xn--mnchen-3ya` becomes `münchen`. The other way round, `domainToASCII` drops invisible characters and the text
 * behind a slash, so that a foreign domain could pass for a listed one.
 */
function unicodeLabelOf(label: string): string {
  if (!/^xn--[a-z0-9-]+$/.test(label)) return label;
  const unicode = domainToUnicode(label);
  return domainToASCII(unicode) === label ? unicode : label;
}
