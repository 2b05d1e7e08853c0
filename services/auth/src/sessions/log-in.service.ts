import { Injectable } from '@nestjs/common';
import { AppError, emailKey, type InputOf, type logIn, type OutputOf } from '@waybill/contracts';
import { SecurityLog } from '@waybill/service-kit';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { verifyDummyPassword } from '../credentials/dummy-password.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { attemptLimits as limits } from '../limits/attempt.limits.js';
import { KnownNetworkRepository } from '../networks/known-network.repository.js';
import { PendingSignUpService } from '../sign-up/pending-sign-up.service.js';
import { TotpService } from '../totp/totp.service.js';
import { SignInService } from './sign-in.service.js';

/** A log-in attempt. `account` is null if the address has none. */
interface Attempt {
  readonly key: string;
  readonly address: string;
  readonly account: Account | null;
}

/**
 * Opens a session for the right password. The refusal of credentials does not reveal whether the address has an
 * account.
 */
@Injectable()
export class LogInService {
  constructor(
    private readonly database: DataSource,
    private readonly signIns: SignInService,
    private readonly pendingSignUps: PendingSignUpService,
    private readonly totp: TotpService,
    private readonly attempts: AttemptLimiterService,
    private readonly knownNetworks: KnownNetworkRepository,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * @throws AppError `auth.invalid-credentials`, `auth.not-activated`, `auth.suspended`, `auth.code-required`,
   * `auth.incorrect-code`, `auth.too-many-attempts`
   */
  async logIn({ form, ...client }: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    const { address } = client;
    const key = emailKey(form.email);
    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    const attempt = { key, address, account };
    const isKnownNetwork = await this.knownNetworks.isKnown(account?.id, address);
    await this.consumeLimits(attempt, isKnownNetwork);

    if (!account?.activatedAt || !(await verifyPassword(account.passwordHash, form.password)))
      throw await this.refusal(attempt, form.password, isKnownNetwork);
    if (account.suspendedAt) throw this.signIns.refuseSuspended(account, address);
    await this.requireCode(account.id, form.code, address);
    const { id, passwordHash } = account;
    const session = await this.signIns.signIn({ id, passwordHash }, client);
    if (!session) throw await this.failure(attempt, isKnownNetwork);
    await this.attempts.resetForAccountAndNetwork(limits.logInsPerAccountAndNetwork, key, address);
    return session;
  }

  /** The second step, after the right password. @throws AppError `auth.code-required`, `auth.incorrect-code` */
  private async requireCode(accountId: string, code: string | undefined, address: string): Promise<void> {
    if (!(await this.totp.isEnabled(accountId))) return;
    if (!code) throw new AppError('auth.code-required');
    if (await this.totp.redeem(accountId, code)) return;
    this.securityLog.record('log-in.wrong-code', { accountId, address });
    throw new AppError('auth.incorrect-code');
  }

  /** Consumes points before the password is verified, so that parallel attempts cannot exceed a limit. */
  private async consumeLimits({ key, address, account }: Attempt, isKnownNetwork: boolean): Promise<void> {
    try {
      await this.attempts.checkForNetwork(limits.logInFailuresPerNetwork, address);
      await this.attempts.consumeForNetwork(limits.logInsPerNetwork, address);
      await this.attempts.consumeForAccountAndNetwork(limits.logInsPerAccountAndNetwork, key, address);
      if (!isKnownNetwork && !(await this.attempts.hasPoints(limits.logInFailuresPerAccount, key)))
        await this.attempts.consumeForAccountAndNetwork(limits.logInsUnderAttack, key, address);
    } catch (error) {
      this.securityLog.record('log-in.locked', { accountId: account?.id ?? null, address });
      throw error;
    }
  }

  /**
   * Returns `auth.not-activated` for the password of the newest pending sign-up, which exists for known and unknown
   * addresses alike. Every refusal verifies two passwords, so that its duration reveals nothing: that of the account or
   * a dummy, and that of a sign-up or a dummy.
   */
  private async refusal(attempt: Attempt, password: string, isKnownNetwork: boolean): Promise<AppError> {
    if (!attempt.account?.activatedAt) await verifyDummyPassword(password);
    if (!(await this.pendingSignUps.hasPassword(attempt.account?.id, password)))
      return this.failure(attempt, isKnownNetwork);
    this.securityLog.record('log-in.not-activated', {
      accountId: attempt.account?.id ?? null,
      address: attempt.address,
    });
    return new AppError('auth.not-activated');
  }

  private async failure({ key, address, account }: Attempt, isKnownNetwork: boolean): Promise<AppError> {
    await this.attempts.countForNetwork(limits.logInFailuresPerNetwork, address);
    if (!isKnownNetwork) await this.attempts.tryConsume(limits.logInFailuresPerAccount, key);
    this.securityLog.record('log-in.failed', { accountId: account?.id ?? null, address });
    return new AppError('auth.invalid-credentials');
  }
}
