import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt-limits.js';
import { Attempts } from '../limits/attempts.js';
import { SessionStore } from '../sessions/session-store.js';
import { passwordMatches } from './password-hash.js';

/** Makes sure that whoever sits before a signed-in screen is the person who signed in. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly sessions: SessionStore,
    private readonly attempts: Attempts,
  ) {}

  /**
   * The account of the session, once its password was given.
   * @param given the password, and the form's field that a refusal names
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.too-many-attempts`
   */
  async confirm(
    { userId, sessionToken }: { readonly userId: string; readonly sessionToken: string },
    { field, password }: { readonly field: string; readonly password: string },
  ): Promise<Account> {
    const account = await this.sessions.accountOf(sessionToken);
    if (account?.id !== userId) throw new AppError('auth.required');
    await this.attempts.spend(attemptLimits.currentPasswordsPerAccount, userId);
    if (!(await passwordMatches(account.passwordHash, password))) throw wrongCurrentPassword(field);
    await this.attempts.forget(attemptLimits.currentPasswordsPerAccount, userId);
    return account;
  }
}

/** The refusal, on the field that held the password. */
export function wrongCurrentPassword(field: string): AppError {
  const code = 'auth.wrong-current-password';
  const { message } = new AppError(code);
  return new AppError(code, undefined, { errors: [{ field, message }] });
}
