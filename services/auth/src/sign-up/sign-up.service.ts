import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  emailKey,
  type InputOf,
  type OutputOf,
  type signUp,
  signUpRepeated,
  userActivated,
  userRegistered,
} from '@waybill/contracts';
import { networkOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { withMinimumDuration } from '../credentials/minimum-duration.js';
import { newSecretToken } from '../credentials/secret-token.js';
import { Account } from '../accounts/account.entity.js';
import { Activation } from './activation.entity.js';
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
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /** @throws AppError `auth.password-too-common`, `auth.too-many-attempts` */
  async signUp({ form, browserId, address }: SignUpInput): Promise<OutputOf<typeof signUp>> {
    await this.attempts.consume(attemptLimits.signUpsPerNetwork, networkOf(address));
    refuseCommonPassword(form.password, 'password');
    await withMinimumDuration(MINIMUM_DURATION_MS, async () => {
      const passwordHash = await hashPassword(form.password);
      await this.register({ name: form.name, email: form.email, passwordHash, browserId });
    });
    return { message: this.options.activationRequired ? MESSAGE_WITH_MAIL : MESSAGE_WITHOUT_MAIL };
  }

  private async register(applicant: Applicant): Promise<void> {
    const withinMailLimit = await this.attempts.tryConsume(
      attemptLimits.signUpMailsPerAccount,
      emailKey(applicant.email),
    );
    await this.database.transaction(async (manager) => {
      const { account, isNew } = await this.findOrCreate(manager, applicant);
      if (!isNew && !withinMailLimit) return;
      if (account.activatedAt) await this.notifyOwner(manager, account);
      else if (this.options.activationRequired) await this.mailActivation(manager, account, applicant);
      else await this.activateImmediately(manager, account, applicant);
    });
    await this.deleteExpiredActivations();
  }

  /** The account of the address, locked until the transaction ends. Concurrent sign-ups create one account. */
  private async findOrCreate(
    manager: EntityManager,
    { name, email, passwordHash }: Applicant,
  ): Promise<{ account: Account; isNew: boolean }> {
    const id = randomUUID();
    const key = emailKey(email);
    await manager.query(
      `INSERT INTO accounts (id, name, email, email_key, password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email_key) DO NOTHING`,
      [id, name, email, key, passwordHash, this.clock.now()],
    );
    const account = await manager.findOneOrFail(Account, {
      where: { emailKey: key },
      lock: { mode: 'for_no_key_update' },
    });
    return { account, isNew: account.id === id };
  }

  private async notifyOwner(manager: EntityManager, { id, name, email }: Account): Promise<void> {
    await this.outbox.add(manager, signUpRepeated, id, { userId: id, name, email });
  }

  private async mailActivation(
    manager: EntityManager,
    { id, email }: Account,
    { name, passwordHash, browserId }: Applicant,
  ): Promise<void> {
    const { token, hash } = newSecretToken();
    await manager.insert(Activation, {
      tokenHash: hash,
      accountId: id,
      name,
      passwordHash,
      browserId,
      expiresAt: activationExpiresAt(this.clock.now()),
    });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: token });
  }

  private async activateImmediately(
    manager: EntityManager,
    { id, email }: Account,
    { name, passwordHash, browserId }: Applicant,
  ): Promise<void> {
    await manager.update(Account, { id }, { name, passwordHash, activatedAt: this.clock.now() });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: null });
    await this.outbox.add(manager, userActivated, id, { userId: id, browserId });
  }

  private async deleteExpiredActivations(): Promise<void> {
    await this.database.query(
      `DELETE FROM activations WHERE token_hash IN
         (SELECT token_hash FROM activations WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      [this.clock.now()],
    );
  }
}
