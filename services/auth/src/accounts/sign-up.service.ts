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
import { networkOf } from '@waybill/limiter';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config.js';
import { attemptLimits } from '../limits/attempt-limits.js';
import { Attempts } from '../limits/attempts.js';
import { refuseCommonPassword } from '../passwords/common-passwords.js';
import { hashPassword } from '../passwords/password-hash.js';
import { evenTime } from '../secrets/even-time.js';
import { newSecretToken } from '../secrets/secret-token.js';
import { Account } from './account.entity.js';
import { Activation } from './activation.entity.js';
import { activationExpiry } from './activation.rules.js';

type SignUpInput = InputOf<typeof signUp>;

interface Applicant {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly browserId: string | null;
}

const ANSWER_FLOOR_MS = 250;

/** True for a new address and for a known one alike: the mail tells its owner which it was. */
const MESSAGE_WITH_MAIL = 'We have sent a message to your e-mail address. Please follow it to continue.';
const MESSAGE_AT_ONCE = 'There is an account for this e-mail address now. Please log in.';

/** Opens accounts, without telling a stranger which addresses have one already. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @throws AppError `auth.password-too-common`, `auth.too-many-attempts` */
  async signUp({ form, browserId, address }: SignUpInput): Promise<OutputOf<typeof signUp>> {
    await this.attempts.spend(attemptLimits.signUpsPerAddress, networkOf(address));
    refuseCommonPassword(form.password, 'password');
    await evenTime(ANSWER_FLOOR_MS, async () => {
      const passwordHash = await hashPassword(form.password);
      await this.register({ name: form.name, email: form.email, passwordHash, browserId });
    });
    return { message: this.config.activationRequired ? MESSAGE_WITH_MAIL : MESSAGE_AT_ONCE };
  }

  private async register(applicant: Applicant): Promise<void> {
    const mayMail = await this.attempts.allows(
      attemptLimits.signUpMailsPerAccount,
      emailKey(applicant.email),
    );
    await this.database.transaction(async (manager) => {
      const { account, isNew } = await this.findOrOpen(manager, applicant);
      if (!isNew && !mayMail) return;
      if (account.activatedAt) await this.tellOwner(manager, account);
      else if (this.config.activationRequired) await this.awaitActivation(manager, account, applicant);
      else await this.activateAtOnce(manager, account, applicant);
    });
    await this.purgeExpiredActivations();
  }

  /** The account of the address, locked until the transaction ends; two sign-ups at once open one. */
  private async findOrOpen(
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

  private async tellOwner(manager: EntityManager, { id, name, email }: Account): Promise<void> {
    await this.outbox.add(manager, signUpRepeated, id, { userId: id, name, email });
  }

  private async awaitActivation(
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
      expiresAt: activationExpiry(this.clock.now()),
    });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: token });
  }

  private async activateAtOnce(
    manager: EntityManager,
    { id, email }: Account,
    { name, passwordHash, browserId }: Applicant,
  ): Promise<void> {
    await manager.update(Account, { id }, { name, passwordHash, activatedAt: this.clock.now() });
    await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: null });
    await this.outbox.add(manager, userActivated, id, { userId: id, browserId });
  }

  private async purgeExpiredActivations(): Promise<void> {
    await this.database.query(
      `DELETE FROM activations WHERE token_hash IN
         (SELECT token_hash FROM activations WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      [this.clock.now()],
    );
  }
}
