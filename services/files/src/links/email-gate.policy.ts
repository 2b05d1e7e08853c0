import { emailKey } from '@waybill/contracts';

/** Whether a list of addresses and `@domain` entries contains the address. An empty list contains all. */
export function isEmailAllowed(allowed: readonly string[], email: string): boolean {
  if (allowed.length === 0) return true;
  const key = emailKey(email);
  const domain = key.slice(key.lastIndexOf('@'));
  return allowed.includes(key) || allowed.includes(domain);
}
