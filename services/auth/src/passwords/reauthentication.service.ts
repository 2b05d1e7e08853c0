import { Injectable } from '@nestjs/common';
import { AppError, MINUTE_MS } from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import type { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { SessionService } from '../sessions/session.service.js';

/** For this long after its log-in, a session can add another sign-in method without the password. */
const RECENT_MS = 15 * MINUTE_MS;

interface SessionOfUser {
  readonly userId: string;
  readonly sessionToken: string;
  /** Client address for the security log. */
  readonly address?: string | undefined;
}

/** Asks the owner of a session for the account's password again before a sensitive change. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly sessions: SessionService,
    private readonly attempts: AttemptLimiterService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies the current password.
   * @param field form field that an error names
   * @returns the account of the session
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.no-password`, `auth.too-many-attempts`, and
   * those of `verifyPassword`
   */
  async confirm(
    { userId, sessionToken, address }: SessionOfUser,
    { field, password }: { readonly field: string; readonly password: string },
  ): Promise<Account> {
    const account = await this.sessions.findAccount(sessionToken);
    if (account?.id !== userId) throw new AppError('auth.required');
    if (!account.hasPassword) throw new AppError('auth.no-password');
    await this.attempts.consume(attemptLimits.currentPasswordsPerAccount, userId);
    if (!(await this.isRight(account, password, address))) {
      this.securityLog.record('password.confirmation-failed', { accountId: userId, address });
      throw wrongCurrentPasswordError(field);
    }
    await this.attempts.reset(attemptLimits.currentPasswordsPerAccount, userId);
    return account;
  }

  /** A password that was not verified costs no attempt. @throws AppError of `verifyPassword` */
  private async isRight(
    { id, passwordHash }: Account,
    password: string,
    address: string | undefined,
  ): Promise<boolean> {
    try {
      return await verifyPassword(passwordHash, password, clientOf(address));
    } catch (error) {
      await this.attempts.giveBack(attemptLimits.currentPasswordsPerAccount, id);
      throw error;
    }
  }

  /**
   * Verifies the password. Without a password, requires that the session logged in within the last 15 minutes.
   * @throws AppError `auth.required`, `auth.recent-log-in-required`, and those of `confirm`
   */
  async confirmRecent(session: SessionOfUser, password: string | undefined): Promise<Account> {
    if (password === undefined) return this.requireRecentLogIn(session);
    return this.confirm(session, { field: 'password', password });
  }

  /** @throws AppError `auth.required`, `auth.recent-log-in-required` */
  async requireRecentLogIn({ userId, sessionToken }: SessionOfUser): Promise<Account> {
    const found = await this.sessions.find(sessionToken);
    if (found?.account.id !== userId) throw new AppError('auth.required');
    if (this.clock.now().getTime() - found.createdAt.getTime() > RECENT_MS)
      throw new AppError('auth.recent-log-in-required');
    return found.account;
  }
}

/** @param field form field of the password */
export function wrongCurrentPasswordError(field: string): AppError {
  const code = 'auth.wrong-current-password';
  const { message } = new AppError(code);
  return new AppError(code, undefined, { errors: [{ field, message }] });
}
