/**
 * Key by which accounts are looked up: equal for addresses that differ only in case, Unicode form or surrounding
 * blanks. Mail is always sent to the address as its owner entered it, never to a look-alike with the same key.
 */
export function emailKey(address: string): string {
  return address.trim().normalize('NFKC').toLowerCase();
}

/** Key of the mailbox of an address: `emailKey` without a `+tag`, which mail servers deliver to the same mailbox. */
export function mailboxOf(address: string): string {
  return emailKey(address).replace(/\+.*(?=@)/, '');
}
