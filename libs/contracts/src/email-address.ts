/**
 * What makes two e-mail addresses the same account, wherever accounts are looked up by address: they differ at
 * most in case, Unicode form or surrounding blanks. Mail always goes to the address as its owner gave it, never
 * to a look-alike that shares its key.
 */
export function emailKey(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase();
}
