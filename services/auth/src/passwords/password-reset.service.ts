import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type checkPasswordReset,
  emailKey,
  type InputOf,
  type OutputOf,
  passwordChanged,
  passwordResetRequested,
  type requestPasswordReset,
  type resetPassword,
  userActivated,
} from '@waybill/contracts';
import { networkOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { withMinimumDuration } from '../credentials/minimum-duration.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { SessionService } from '../sessions/session.service.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { PasswordReset } from './password-reset.entity.js';
import { resetExpiresAt, isResetValid } from './password-reset.policy.js';

const MINIMUM_DURATION_MS = 150;

/** Resets a forgotten password by a mailed link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionService,
    private readonly attempts: AttemptLimiterService,
    private readonly clock: Clock,
  ) {}

  /** Responds alike and in the same time for known and unknown addresses. @throws AppError `auth.too-many-attempts` */
  async request(input: InputOf<typeof requestPasswordReset>): Promise<OutputOf<typeof requestPasswordReset>> {
    await this.attempts.consume(attemptLimits.resetRequestsPerNetwork, networkOf(input.address));
    await withMinimumDuration(MINIMUM_DURATION_MS, () => this.sendLink(emailKey(input.email)));
    return { message: 'If there is an account for this e-mail address, we have sent it a reset link.' };
  }

  /** Leaves the link usable. @throws AppError `auth.invalid-reset-link` */
  async check({
    token,
    email,
  }: InputOf<typeof checkPasswordReset>): Promise<OutputOf<typeof checkPasswordReset>> {
    const account = email && (await this.database.manager.findOneBy(Account, { emailKey: emailKey(email) }));
    if (!token || !account) throw new AppError('auth.invalid-reset-link');
    await this.requireValidReset(this.database.manager, account.id, token);
    return { message: 'Please choose a new password.' };
  }

  /**
   * Sets the password, revokes every session and invalidates the link. The link proves access to the address's mail, so
   * it also activates a pending account.
   * @throws AppError `auth.invalid-reset-link`, `auth.password-too-common`
   */
  async reset(form: InputOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    await this.check(form);
    refuseCommonPassword(form.password, 'password');
    const passwordHash = await hashPassword(form.password);
    await this.database.transaction(async (manager) => {
      // The row lock makes a second use of the link wait and then find it used.
      const account = await manager.findOne(Account, {
        where: { emailKey: emailKey(form.email) },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new AppError('auth.invalid-reset-link');
      await this.requireValidReset(manager, account.id, form.token);
      await this.replacePassword(manager, account, passwordHash);
    });
    return { message: 'Your password has been reset. Please log in with the new one.' };
  }

  private async sendLink(key: string): Promise<void> {
    const withinMailLimit = await this.attempts.tryConsume(attemptLimits.resetMailsPerAccount, key);
    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    if (!account || !withinMailLimit) return;
    const { token, hash } = newSecretToken();
    const expiresAt = resetExpiresAt(this.clock.now());
    await this.database.transaction(async (manager) => {
      await manager.upsert(PasswordReset, { accountId: account.id, tokenHash: hash, expiresAt }, [
        'accountId',
      ]);
      await this.outbox.add(manager, passwordResetRequested, account.id, {
        userId: account.id,
        name: account.name,
        email: account.email,
        token,
        expiresAt: expiresAt.toISOString(),
      });
    });
  }

  private async requireValidReset(manager: EntityManager, accountId: string, token: string): Promise<void> {
    const reset = await manager.findOneBy(PasswordReset, { accountId, tokenHash: hashToken(token) });
    if (!reset || !isResetValid(reset, this.clock.now())) throw new AppError('auth.invalid-reset-link');
  }

  private async replacePassword(
    manager: EntityManager,
    account: Account,
    passwordHash: string,
  ): Promise<void> {
    const { id, name, email } = account;
    const activatedAt = account.activatedAt ?? this.clock.now();
    await manager.update(Account, { id }, { passwordHash, activatedAt });
    await manager.delete(PasswordReset, { accountId: id });
    await this.sessions.revokeAll(manager, id);
    await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email });
    if (!account.activatedAt) {
      await this.outbox.add(manager, userActivated, id, { userId: id, browserId: null });
    }
  }
}
