import type { Account } from './account.entity.js';

/** Whether the account administers this installation. A pending account does not: its address is unconfirmed. */
export function isAdmin(
  { emailKey, activatedAt, suspendedAt }: Pick<Account, 'emailKey' | 'activatedAt' | 'suspendedAt'>,
  adminEmails: readonly string[],
): boolean {
  return activatedAt !== null && suspendedAt === null && adminEmails.includes(emailKey);
}
