import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type checkPasswordReset,
  emailKey,
  type InputOf,
  mailboxOf,
  type OutputOf,
  passwordChanged,
  passwordResetRequested,
  type requestPasswordReset,
  type resetPassword,
  userActivated,
} from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { AccessToken } from '../access-tokens/access-token.entity.js';
import { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { withMinimumDuration } from '../credentials/minimum-duration.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { KnownNetworkRepository } from '../networks/known-network.repository.js';
import { SessionService } from '../sessions/session.service.js';
import { InvitationService } from '../sign-up/invitation.service.js';
import { PendingSignUpService } from '../sign-up/pending-sign-up.service.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { PasswordReset } from './password-reset.entity.js';
import { resetExpiresAt, isResetValid } from './password-reset.policy.js';

const MINIMUM_DURATION_MS = 150;
const MINIMUM_CHECK_DURATION_MS = 20;

/** Resets a forgotten password by a mailed link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionService,
    private readonly invitations: InvitationService,
    private readonly pendingSignUps: PendingSignUpService,
    private readonly attempts: AttemptLimiterService,
    private readonly knownNetworks: KnownNetworkRepository,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /** Responds alike and in the same time for known and unknown addresses. @throws AppError `auth.too-many-attempts` */
  async request(input: InputOf<typeof requestPasswordReset>): Promise<OutputOf<typeof requestPasswordReset>> {
    await this.attempts.consumeForNetwork(attemptLimits.resetRequestsPerNetwork, input.address);
    await withMinimumDuration(MINIMUM_DURATION_MS, () => this.sendLink(emailKey(input.email), input.address));
    return { message: 'If there is an account for this e-mail address, we have sent it a reset link.' };
  }

  /** Leaves the link usable. @throws AppError `auth.invalid-reset-link`, `auth.too-many-attempts` */
  async check(link: InputOf<typeof checkPasswordReset>): Promise<OutputOf<typeof checkPasswordReset>> {
    await this.requireValidLink(link);
    return { message: 'Please choose a new password.' };
  }

  /**
   * Sets the password, revokes every session and access token, and invalidates the link. The link proves access to the
   * mailbox of the address, so it also activates a pending account.
   * @throws AppError `auth.invalid-reset-link`, `auth.password-too-common`, `auth.too-many-attempts`, and those of
   * `hashPassword`
   */
  async reset(form: InputOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    const { id } = await this.requireValidLink(form);
    await refuseCommonPassword(form.password, 'password');
    const { address } = form;
    const passwordHash = await hashPassword(form.password, clientOf(address));
    await this.database.transaction(async (manager) => {
      // Locks the row, so that a concurrent second use of the link waits, and then finds the link used.
      const account = await manager.findOne(Account, {
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new AppError('auth.invalid-reset-link');
      if (!(await this.findAccount(manager, form.token, form.email)))
        throw new AppError('auth.invalid-reset-link');
      await this.replacePassword(manager, account, passwordHash);
      if (address !== undefined) await this.knownNetworks.add(manager, id, address);
    });
    await this.resetLimits(emailKey(form.email), id, address);
    this.securityLog.record('password-reset.completed', { accountId: id, address });
    return { message: 'Your password has been reset. Please log in with the new one.' };
  }

  /** @throws AppError `auth.invalid-reset-link`, `auth.too-many-attempts` */
  private async requireValidLink({
    token,
    email,
    address,
  }: InputOf<typeof checkPasswordReset>): Promise<Account> {
    if (address !== undefined)
      await this.attempts.consumeForNetwork(attemptLimits.resetLinksPerNetwork, address);
    const account = await withMinimumDuration(MINIMUM_CHECK_DURATION_MS, async () =>
      token && email ? this.findAccount(this.database.manager, token, email) : null,
    );
    if (account) return account;
    this.securityLog.record('password-reset.refused', { address });
    throw new AppError('auth.invalid-reset-link');
  }

  /**
   * Ends the lockouts of the account over all networks, and those of the network of the reset, because the link proves
   * the ownership of the account.
   */
  private async resetLimits(key: string, id: string, address: string | undefined): Promise<void> {
    await this.attempts.reset(attemptLimits.logInFailuresPerAccount, key);
    await this.attempts.reset(attemptLimits.currentPasswordsPerAccount, id);
    if (address === undefined) return;
    for (const limit of [attemptLimits.logInsPerAccountAndNetwork, attemptLimits.logInsUnderAttack])
      await this.attempts.resetForAccountAndNetwork(limit, key, address);
  }

  private async sendLink(key: string, address: string): Promise<void> {
    const withinMailLimit = await this.consumeMail(key, address);
    const account = await this.database.manager.findOneBy(Account, { emailKey: key });
    this.securityLog.record('password-reset.requested', { accountId: account?.id ?? null, address });
    if (!account || !withinMailLimit) return;
    const { token, hash } = newSecretToken();
    const expiresAt = resetExpiresAt(this.clock.now());
    await this.database.transaction(async (manager) => {
      // Keeps the account from being deleted now. The link of a deleted one could not be stored.
      const lock = { mode: 'for_key_share' } as const;
      if (!(await manager.findOne(Account, { where: { id: account.id }, lock }))) return;
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

  /**
   * Consumes the mail of one network first, so that its further requests leave the mails of the account to the owner.
   * @returns whether a mail may be sent
   */
  private async consumeMail(key: string, address: string): Promise<boolean> {
    const limit = attemptLimits.resetMailsPerMailboxAndNetwork;
    if (!(await this.attempts.tryConsumeForAccountAndNetwork(limit, mailboxOf(key), address))) return false;
    return this.attempts.tryConsume(attemptLimits.resetMailsPerAccount, key);
  }

  /** Looks the token up first, so that a wrong one takes the same queries for known and unknown addresses. */
  private async findAccount(manager: EntityManager, token: string, email: string): Promise<Account | null> {
    const reset = await manager.findOneBy(PasswordReset, { tokenHash: hashToken(token) });
    if (!reset || !isResetValid(reset, this.clock.now())) return null;
    return manager.findOneBy(Account, { id: reset.accountId, emailKey: emailKey(email) });
  }

  private async replacePassword(
    manager: EntityManager,
    account: Account,
    passwordHash: string,
  ): Promise<void> {
    const { id, name, email } = account;
    const now = this.clock.now();
    await manager.update(
      Account,
      { id },
      {
        passwordHash,
        hasPassword: true,
        activatedAt: account.activatedAt ?? now,
        // Without a mail server the link was read in the mailbox on disk, which does not prove access to the address.
        ...(this.options.activationRequired && { emailConfirmedAt: now }),
      },
    );
    await manager.delete(PasswordReset, { accountId: id });
    if (this.options.activationRequired && !account.emailConfirmedAt) {
      // Nobody confirmed the address before, so a stranger may have opened the account, added ways to log in, and
      // turned on a second factor that the owner does not have.
      for (const table of ['passkeys', 'oidc_identities', 'totp_secrets', 'recovery_codes'])
        await manager.query(`DELETE FROM ${table} WHERE account_id = $1`, [id]);
    }
    await this.sessions.revokeAll(manager, id);
    // An intruder may have created tokens to keep access, and webhooks, which `isReset` makes sharing switch off.
    await manager.delete(AccessToken, { accountId: id });
    await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email, isReset: true });
    if (!account.activatedAt) {
      // None of the sign-ups has activated the account, so none of their passwords can any more.
      await this.pendingSignUps.dropPasswords(manager, { accountId: id });
      await this.invitations.useUp(manager, account.emailKey);
      await this.outbox.add(manager, userActivated, id, { userId: id, browserId: null });
    }
  }
}
