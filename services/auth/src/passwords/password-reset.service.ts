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
import { networkOf } from '@waybill/limiter';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt-limits.js';
import { Attempts } from '../limits/attempts.js';
import { evenTime } from '../secrets/even-time.js';
import { hashOfToken, newSecretToken } from '../secrets/secret-token.js';
import { SessionStore } from '../sessions/session-store.js';
import { refuseCommonPassword } from './common-passwords.js';
import { hashPassword } from './password-hash.js';
import { PasswordReset } from './password-reset.entity.js';
import { resetExpiry, resetIsOpen } from './password-reset.rules.js';

const ANSWER_FLOOR_MS = 150;

/** Gives people who forgot their password a new one, by a link mailed to them. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionStore,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
  ) {}

  /** Same answer in the same time for every address. @throws AppError `auth.too-many-attempts` */
  async request(input: InputOf<typeof requestPasswordReset>): Promise<OutputOf<typeof requestPasswordReset>> {
    await this.attempts.spend(attemptLimits.resetRequestsPerAddress, networkOf(input.address));
    await evenTime(ANSWER_FLOOR_MS, () => this.sendLink(emailKey(input.email)));
    return { message: 'If there is an account for this e-mail address, we have sent it a reset link.' };
  }

  /** Spends nothing. @throws AppError `auth.invalid-reset-link` */
  async check({
    token,
    email,
  }: InputOf<typeof checkPasswordReset>): Promise<OutputOf<typeof checkPasswordReset>> {
    const account = email && (await this.database.manager.findOneBy(Account, { emailKey: emailKey(email) }));
    if (!token || !account) throw new AppError('auth.invalid-reset-link');
    await this.findOpen(this.database.manager, account.id, token);
    return { message: 'Please choose a new password.' };
  }

  /**
   * Sets the password, ends every session and spends the link. Whoever follows it reads the address's mail, so an
   * account that was never activated is activated with it.
   * @throws AppError `auth.invalid-reset-link`, `auth.password-too-common`
   */
  async reset(form: InputOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    await this.check(form);
    refuseCommonPassword(form.password, 'password');
    const passwordHash = await hashPassword(form.password);
    await this.database.transaction(async (manager) => {
      // The account is locked first: of two tries with one link the second finds it spent.
      const account = await manager.findOne(Account, {
        where: { emailKey: emailKey(form.email) },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new AppError('auth.invalid-reset-link');
      await this.findOpen(manager, account.id, form.token);
      await this.replacePassword(manager, account, passwordHash);
    });
    return { message: 'Your password has been reset. Please log in with the new one.' };
  }

  private async sendLink(key: string): Promise<void> {
    const mayMail = await this.attempts.allows(attemptLimits.resetMailsPerAccount, key);
    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    if (!account || !mayMail) return;
    const { token, hash } = newSecretToken();
    const expiresAt = resetExpiry(this.clock.now());
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

  private async findOpen(manager: EntityManager, accountId: string, token: string): Promise<void> {
    const reset = await manager.findOneBy(PasswordReset, { accountId, tokenHash: hashOfToken(token) });
    if (!reset || !resetIsOpen(reset, this.clock.now())) throw new AppError('auth.invalid-reset-link');
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
    await this.sessions.closeAll(manager, id);
    await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email });
    if (!account.activatedAt) {
      await this.outbox.add(manager, userActivated, id, { userId: id, browserId: null });
    }
  }
}
