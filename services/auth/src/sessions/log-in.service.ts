import { Injectable } from '@nestjs/common';
import { AppError, emailKey, type InputOf, type logIn, type OutputOf } from '@waybill/contracts';
import { clientOf, type Limit } from '@waybill/redis';
import { SecurityLog } from '@waybill/service-kit';
import { verifyPassword } from '@waybill/service-kit/password-hash';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { verifyDummyPassword } from '../credentials/dummy-password.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { KnownNetworkRepository } from '../networks/known-network.repository.js';
import { PendingSignUpService } from '../sign-up/pending-sign-up.service.js';
import { TotpService } from '../totp/totp.service.js';
import { SignInService } from './sign-in.service.js';

/** A log-in attempt. `account` is null if the address has none. */
interface Attempt {
  readonly key: string;
  readonly address: string;
  readonly account: Account | null;
  readonly isKnownNetwork: boolean;
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
   * `auth.incorrect-code`, `auth.too-many-attempts`, and those of `verifyPassword`
   */
  async logIn({ form, ...client }: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    const { address } = client;
    const key = emailKey(form.email);
    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    const isKnownNetwork = await this.knownNetworks.isKnown(account?.id, address);
    const attempt = { key, address, account, isKnownNetwork };
    const consumed = await this.consumeLimits(attempt);

    if (!(await this.isRight(attempt, form.password, consumed)) || !account)
      throw await this.refusal(attempt, form.password);
    await this.attempts.giveBackForNetwork(attemptLimits.logInFailuresPerNetwork, address);
    if (account.suspendedAt) throw this.signIns.refuseSuspended(account, address);
    await this.requireCode(account.id, form.code, address);
    const { id, passwordHash } = account;
    const session = await this.signIns.signIn({ id, passwordHash }, client);
    if (!session) {
      await this.attempts.countForNetwork(attemptLimits.logInFailuresPerNetwork, address);
      throw await this.recordFailure(attempt);
    }
    await this.attempts.resetForAccountAndNetwork(attemptLimits.logInsPerAccountAndNetwork, key, address);
    return session;
  }

  /** The second step, after the right password. @throws AppError `auth.code-required`, and those of `TotpService` */
  private async requireCode(accountId: string, code: string | undefined, address: string): Promise<void> {
    if (!(await this.totp.isEnabled(accountId))) return;
    if (!code) throw new AppError('auth.code-required');
    await this.totp.requireCode(accountId, code, address);
  }

  /**
   * Consumes points before the password is verified, so that parallel attempts cannot exceed a limit.
   * @returns the limits of the account and the network together that were consumed
   */
  private async consumeLimits(attempt: Attempt): Promise<readonly Limit[]> {
    const { address, account } = attempt;
    try {
      await this.attempts.checkForNetwork(attemptLimits.logInFailuresPerNetwork, address);
      await this.attempts.consumeForNetwork(attemptLimits.logInsPerNetwork, address);
      return await this.consumePair(attempt);
    } catch (error) {
      this.securityLog.record('log-in.locked', { accountId: account?.id ?? null, address });
      throw error;
    }
  }

  private async consumePair({ key, address, isKnownNetwork }: Attempt): Promise<readonly Limit[]> {
    const pair = attemptLimits.logInsPerAccountAndNetwork;
    await this.attempts.consumeForAccountAndNetwork(pair, key, address);
    if (isKnownNetwork || (await this.attempts.hasPoints(attemptLimits.logInFailuresPerAccount, key)))
      return [pair];
    await this.attempts.consumeForAccountAndNetwork(attemptLimits.logInsUnderAttack, key, address);
    return [pair, attemptLimits.logInsUnderAttack];
  }

  /**
   * Consumes a failure of the network when it is the password's turn: many right passwords that wait count as none. A
   * password that was not verified costs no attempt. @throws AppError of `verifyPassword`, `auth.too-many-attempts`
   */
  private async isRight(
    { key, address, account }: Attempt,
    password: string,
    consumed: readonly Limit[],
  ): Promise<boolean> {
    const client = clientOf(address);
    const hold = () => this.attempts.holdForNetwork(attemptLimits.logInFailuresPerNetwork, address);
    try {
      if (!account?.activatedAt) return await verifyDummyPassword(password, client, hold);
      return await verifyPassword(account.passwordHash, password, client, hold);
    } catch (error) {
      if (AppError.from(error).code === 'auth.too-many-attempts')
        this.securityLog.record('log-in.locked', { accountId: account?.id ?? null, address });
      for (const limit of consumed) await this.attempts.giveBackForAccountAndNetwork(limit, key, address);
      throw error;
    }
  }

  /**
   * Returns `auth.not-activated` for the password of the newest pending sign-up, which exists for known and unknown
   * addresses alike. Every refusal verifies two passwords, real or dummy, so that its duration reveals nothing: the
   * password of the account, and that of the sign-up.
   * @throws AppError of `verifyPassword` for the second one
   */
  private async refusal(attempt: Attempt, password: string): Promise<AppError> {
    const client = clientOf(attempt.address);
    const isPending = await this.pendingSignUps
      .hasPassword(attempt.account?.id, password, client)
      .catch(async (error: unknown) => {
        // The password is wrong: the first verification has shown it.
        await this.recordFailure(attempt);
        throw error;
      });
    if (!isPending) return this.recordFailure(attempt);
    await this.attempts.giveBackForNetwork(attemptLimits.logInFailuresPerNetwork, attempt.address);
    this.securityLog.record('log-in.not-activated', {
      accountId: attempt.account?.id ?? null,
      address: attempt.address,
    });
    return new AppError('auth.not-activated');
  }

  /** Counts and logs a failed attempt. @returns the error to throw */
  private async recordFailure({ key, address, account, isKnownNetwork }: Attempt): Promise<AppError> {
    if (!isKnownNetwork) await this.attempts.tryConsume(attemptLimits.logInFailuresPerAccount, key);
    this.securityLog.record('log-in.failed', { accountId: account?.id ?? null, address });
    return new AppError('auth.invalid-credentials');
  }
}
