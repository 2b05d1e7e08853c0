import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  emailKey,
  type InputOf,
  mailboxOf,
  type OutputOf,
  type signUp,
  signUpRepeated,
  userActivated,
  userRegistered,
} from '@waybill/contracts';
import { clientOf, isSharedAddress } from '@waybill/redis';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { withMinimumDuration } from '../credentials/minimum-duration.js';
import { newSecretToken } from '../credentials/secret-token.js';
import { Account } from '../accounts/account.entity.js';
import { Activation } from './activation.entity.js';
import { InvitationService } from './invitation.service.js';
import { requireSignUpAllowed } from './sign-up.policy.js';
import { activationExpiresAt } from './activation.policy.js';

type SignUpInput = InputOf<typeof signUp>;

/** A validated sign-up with its password hashed. */
interface Applicant {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly browserId: string | null;
}

const MINIMUM_DURATION_MS = 250;
/** Each sign-up of a network beyond half of its limit takes this much longer than the one before. */
const DELAY_STEP_MS = 300;

/** Neither message reveals whether the address had an account. The mail does, to the owner of the address. */
const MESSAGE_WITH_MAIL = 'We have sent a message to your e-mail address. Please follow it to continue.';
const MESSAGE_WITHOUT_MAIL = 'There is an account for this e-mail address now. Please log in.';

/** Creates accounts. The response is the same for a new and for a known address. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly attempts: AttemptLimiterService,
    private readonly invitations: InvitationService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /**
   * @throws AppError `auth.password-too-common`, `auth.too-many-attempts`, and those of `requireSignUpAllowed` and
   * `hashPassword`
   */
  async signUp({ form, browserId, address }: SignUpInput): Promise<OutputOf<typeof signUp>> {
    const delayMs = await this.consumeLimit(address);
    const { email, invitation } = form;
    const isInvited = invitation === undefined ? null : await this.invitations.isValid(invitation, email);
    requireSignUpAllowed(email, isInvited, this.options);
    await refuseCommonPassword(form.password, 'password');
    await withMinimumDuration(MINIMUM_DURATION_MS + delayMs, async () => {
      const passwordHash = await hashPassword(form.password, clientOf(address));
      await this.register({ name: form.name, email: form.email, passwordHash, browserId }, address);
    });
    return { message: this.options.activationRequired ? MESSAGE_WITH_MAIL : MESSAGE_WITHOUT_MAIL };
  }

  /** @returns delay of this sign-up in milliseconds, which grows with the sign-ups of the network */
  private async consumeLimit(address: string): Promise<number> {
    const isShared = isSharedAddress(address);
    const limit = isShared ? attemptLimits.signUpsPerPrivateNetwork : attemptLimits.signUpsPerNetwork;
    try {
      const remaining = await this.attempts.consumeForNetwork(limit, address);
      return isShared ? 0 : Math.max(0, limit.points / 2 - remaining) * DELAY_STEP_MS;
    } catch (error) {
      this.securityLog.record('sign-up.locked', { address });
      throw error;
    }
  }

  private async register(applicant: Applicant, address: string): Promise<void> {
    const key = emailKey(applicant.email);
    const withinMailLimit = await this.consumeMail(key, address);
    const accountId = await this.database.transaction(async (manager) => {
      // Without a mail nobody could activate a new account.
      if (!withinMailLimit && this.options.activationRequired) return this.findId(manager, key);
      const { account, isNew } = await this.findOrCreate(manager, applicant);
      if (!isNew && !withinMailLimit) return account.id;
      if (account.activatedAt) await this.notifyOwner(manager, account, applicant);
      else if (this.options.activationRequired) await this.mailActivation(manager, account, applicant);
      else await this.activateImmediately(manager, account, applicant);
      return account.id;
    });
    this.securityLog.record('account.sign-up', { accountId, address });
  }

  /**
   * Consumes the mail of one network first, so that its further sign-ups leave the mails of the address to the owner.
   * @returns whether a mail may be sent
   */
  private async consumeMail(key: string, address: string): Promise<boolean> {
    const limit = attemptLimits.signUpMailsPerMailboxAndNetwork;
    if (!(await this.attempts.tryConsumeForAccountAndNetwork(limit, mailboxOf(key), address))) return false;
    return this.attempts.tryConsume(attemptLimits.signUpMailsPerAccount, key);
  }

  private async findId(manager: EntityManager, key: string): Promise<string | null> {
    return (await manager.findOneBy(Account, { emailKey: key }))?.id ?? null;
  }

  /**
   * Finds or creates the account of the address, and locks it until the transaction ends. Concurrent sign-ups create
   * one account. The upsert locks an existing row even though it changes nothing, so that the row cannot be deleted
   * before it is read.
   */
  private async findOrCreate(
    manager: EntityManager,
    { name, email, passwordHash }: Applicant,
  ): Promise<{ account: Account; isNew: boolean }> {
    const id = randomUUID();
    const key = emailKey(email);
    await manager.query(
      `INSERT INTO accounts (id, name, email, email_key, password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email_key) DO UPDATE SET name = accounts.name`,
      [id, name, email, key, passwordHash, this.clock.now()],
    );
    const account = await manager.findOneOrFail(Account, {
      where: { emailKey: key },
      lock: { mode: 'for_no_key_update' },
    });
    return { account, isNew: account.id === id };
  }

  /**
   * Mails the owner. Stores the sign-up as a pending one whose link is never mailed, so that a log-in with its password
   * is refused like that of a new address.
   */
  private async notifyOwner(
    manager: EntityManager,
    { id, name, email }: Account,
    applicant: Applicant,
  ): Promise<void> {
    if (this.options.activationRequired) await this.addActivation(manager, id, applicant);
    await this.outbox.add(manager, signUpRepeated, id, { userId: id, name, email });
  }

  private async mailActivation(manager: EntityManager, { id }: Account, applicant: Applicant): Promise<void> {
    const { name, email } = applicant;
    const token = await this.addActivation(manager, id, applicant);
    // Stores the newest spelling of the address, to which a reset link of the pending account would be mailed.
    await manager.update(Account, { id }, { name, email });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: token });
  }

  private async activateImmediately(
    manager: EntityManager,
    { id }: Account,
    { name, email, passwordHash, browserId }: Applicant,
  ): Promise<void> {
    await manager.update(Account, { id }, { name, email, passwordHash, activatedAt: this.clock.now() });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: null });
    await this.invitations.useUp(manager, emailKey(email));
    await this.outbox.add(manager, userActivated, id, { userId: id, browserId });
  }

  /** @returns the token of the activation link */
  private async addActivation(
    manager: EntityManager,
    accountId: string,
    { name, email, passwordHash, browserId }: Applicant,
  ): Promise<string> {
    const { token, hash } = newSecretToken();
    await manager.insert(Activation, {
      tokenHash: hash,
      accountId,
      name,
      email,
      passwordHash,
      browserId,
      expiresAt: activationExpiresAt(this.clock.now()),
    });
    return token;
  }
}
