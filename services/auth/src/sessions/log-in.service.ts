import { Inject, Injectable } from '@nestjs/common';
import { AppError, emailKey, type InputOf, type logIn, type OutputOf } from '@waybill/contracts';
import { networkOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { presentUser } from '../accounts/user.presenter.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { attemptLimits as limits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { verifyDummyPassword } from '../credentials/dummy-password.js';
import { SessionService } from './session.service.js';

/** Opens a session for the right password. Every refusal of credentials is the same. */
@Injectable()
export class LogInService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionService,
    private readonly attempts: AttemptLimiterService,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /** @throws AppError `auth.invalid-credentials`, `auth.not-activated`, `auth.too-many-attempts` */
  async logIn({ form, address, userAgent }: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    const key = emailKey(form.email);
    const network = networkOf(address);
    await this.attempts.check(limits.logInFailuresPerNetwork, network);
    await this.attempts.consume(limits.logInsPerNetwork, network);
    // Consumed before the password is verified, so that parallel attempts cannot exceed the limit.
    await this.attempts.consume(limits.logInsPerAccount, key);

    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    const matches = account
      ? await verifyPassword(account.passwordHash, form.password)
      : await verifyDummyPassword(form.password);
    if (!account || !matches) throw await this.failure(network);

    await this.attempts.reset(limits.logInsPerAccount, key);
    if (!account.activatedAt) throw new AppError('auth.not-activated');
    const session = await this.openSession(account, userAgent);
    if (!session) throw await this.failure(network);
    await this.sessions.deleteExpired();
    return {
      user: presentUser(account, this.options.promotion, this.clock.now()),
      sessionToken: session.token,
      expiresAt: session.expiresAt.toISOString(),
    };
  }

  /**
   * Returns null if the password changed since it was verified. The row lock serialises with a password change, so that
   * its revocation of every session includes this one.
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
    await this.attempts.tryConsume(limits.logInFailuresPerNetwork, network);
    return new AppError('auth.invalid-credentials');
  }
}
