import type { AuthModuleOptions } from '../auth.module-options.js';
import type { Account } from './account.entity.js';

/**
 * Whether the account administers this installation. With a mail server its address must be confirmed: an account that
 * was opened before the server was set can belong to a stranger.
 */
export function isAdmin(
  {
    emailKey,
    activatedAt,
    emailConfirmedAt,
    suspendedAt,
  }: Pick<Account, 'emailKey' | 'activatedAt' | 'emailConfirmedAt' | 'suspendedAt'>,
  { adminEmails, activationRequired }: Pick<AuthModuleOptions, 'adminEmails' | 'activationRequired'>,
): boolean {
  if (activationRequired && emailConfirmedAt === null) return false;
  return activatedAt !== null && suspendedAt === null && adminEmails.includes(emailKey);
}
