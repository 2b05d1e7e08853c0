import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { SecurityLogService } from '../networks/security-log.service.js';
import { SessionService } from '../sessions/session.service.js';
import { verifyPassword } from '@waybill/service-kit/password-hash';

/** Asks the owner of a session for the account's password again before a sensitive change. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly sessions: SessionService,
    private readonly attempts: AttemptLimiterService,
    private readonly securityLog: SecurityLogService,
  ) {}

  /**
   * Verifies the current password.
   * @param field form field that an error names
   * @returns the account of the session
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.too-many-attempts`
   */
  async confirm(
    { userId, sessionToken }: { readonly userId: string; readonly sessionToken: string },
    { field, password }: { readonly field: string; readonly password: string },
  ): Promise<Account> {
    const account = await this.sessions.findAccount(sessionToken);
    if (account?.id !== userId) throw new AppError('auth.required');
    await this.attempts.consume(attemptLimits.currentPasswordsPerAccount, userId);
    if (!(await verifyPassword(account.passwordHash, password))) {
      await this.securityLog.record('password.confirmation-failed', userId);
      throw wrongCurrentPasswordError(field);
    }
    await this.attempts.reset(attemptLimits.currentPasswordsPerAccount, userId);
    return account;
  }
}

/** @param field form field of the password */
export function wrongCurrentPasswordError(field: string): AppError {
  const code = 'auth.wrong-current-password';
  const { message } = new AppError(code);
  return new AppError(code, undefined, { errors: [{ field, message }] });
}
