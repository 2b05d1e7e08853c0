import type { MailAddress } from './mailer.js';

const ADDRESS = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/;
const NAMED = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/;

/** Parses `ada@example.org`, `Ada <ada@example.org>` or `"Ada" <ada@example.org>`; null for any other text. */
export function parseMailAddress(text: string): MailAddress | null {
  const [, name = '', address = text] = NAMED.exec(text.trim()) ?? [];
  return ADDRESS.test(address.trim()) ? { name: name.trim(), address: address.trim() } : null;
}
