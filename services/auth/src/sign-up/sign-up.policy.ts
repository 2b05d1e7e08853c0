import { AppError, emailKey, type SignUpMode } from '@waybill/contracts';

export interface SignUpRules {
  readonly signUp: SignUpMode;
  /** Domains whose addresses may sign up; empty: all. */
  readonly signUpDomains: readonly string[];
  /** Keys of the addresses of administrators, who may always sign up. */
  readonly adminEmails: readonly string[];
}

/**
 * Requires that an address may be used to sign up. A valid invitation suffices where sign-up is by invitation only, and
 * for an address outside the allowed domains.
 * @param isInvited whether a valid invitation for this address was presented; null: none was presented
 * @throws AppError `auth.sign-up-closed`, `auth.invitation-required`, `auth.invalid-invitation`, `auth.sign-up-domain`
 */
export function requireSignUpAllowed(email: string, isInvited: boolean | null, rules: SignUpRules): void {
  const key = emailKey(email);
  if (rules.adminEmails.includes(key)) return;
  if (rules.signUp === 'closed') throw new AppError('auth.sign-up-closed');
  if (isInvited === true) return;
  if (rules.signUp === 'invited') {
    throw new AppError(isInvited === null ? 'auth.invitation-required' : 'auth.invalid-invitation');
  }
  const domain = key.slice(key.lastIndexOf('@') + 1);
  if (rules.signUpDomains.length > 0 && !rules.signUpDomains.includes(domain)) {
    throw new AppError(isInvited === null ? 'auth.sign-up-domain' : 'auth.invalid-invitation');
  }
}
