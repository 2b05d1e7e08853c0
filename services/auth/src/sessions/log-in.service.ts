import { Inject, Injectable } from '@nestjs/common';
import { AppError, emailKey, type InputOf, type logIn, type OutputOf } from '@waybill/contracts';
import { networkOf } from '@waybill/limiter';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { presentUser } from '../accounts/user.presenter.js';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config.js';
import { attemptLimits as limits } from '../limits/attempt-limits.js';
import { Attempts } from '../limits/attempts.js';
import { checkAgainstNobody, passwordMatches } from '../passwords/password-hash.js';
import { SessionStore } from './session-store.js';

/** Lets people in who know their password, and tells the others nothing. */
@Injectable()
export class LogInService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionStore,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @throws AppError `auth.invalid-credentials`, `auth.not-activated`, `auth.too-many-attempts` */
  async logIn({ form, address, userAgent }: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    const key = emailKey(form.email);
    const network = networkOf(address);
    await this.attempts.check(limits.logInFailuresPerAddress, network);
    await this.attempts.spend(limits.logInsPerAddress, network);
    // Spent before the password is looked at: of many tries side by side no more than the limit get through.
    await this.attempts.spend(limits.logInsPerAccount, key);

    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    const matches = account
      ? await passwordMatches(account.passwordHash, form.password)
      : await checkAgainstNobody(form.password);
    if (!account || !matches) throw await this.failure(network);

    await this.attempts.forget(limits.logInsPerAccount, key);
    if (!account.activatedAt) throw new AppError('auth.not-activated');
    const session = await this.openSession(account, userAgent);
    if (!session) throw await this.failure(network);
    await this.sessions.purgeExpired();
    return {
      user: presentUser(account, this.config.promotion, this.clock.now()),
      sessionToken: session.token,
      expiresAt: session.expiresAt.toISOString(),
    };
  }

  /**
   * Null when the password was changed since it was checked. The lock makes a change that is under way wait, so
   * that revoking "every session" sees this one.
   */
  private openSession(
    { id, passwordHash }: Account,
    userAgent: string,
  ): Promise<{ token: string; expiresAt: Date } | null> {
    return this.database.transaction(async (manager) => {
      const unchanged = await manager.findOne(Account, {
        where: { id, passwordHash },
        lock: { mode: 'pessimistic_read' },
      });
      return unchanged && this.sessions.open(manager, id, userAgent);
    });
  }

  private async failure(network: string): Promise<AppError> {
    await this.attempts.allows(limits.logInFailuresPerAddress, network);
    return new AppError('auth.invalid-credentials');
  }
}
