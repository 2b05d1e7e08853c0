import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type createInvitation,
  DAY_MS,
  emailKey,
  type InputOf,
  invitationCreated,
  type OutputOf,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, IsNull, MoreThan, Not } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { Invitation } from './invitation.entity.js';
import { requireSignUpAllowed } from './sign-up.policy.js';

const TTL_MS = 14 * DAY_MS;

/** Invitations to sign up. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /**
   * Invites an address. A second invitation of the same address replaces the first.
   * @throws AppError `auth.sign-up-closed`, `admin.account-exists`
   */
  async create({ email }: InputOf<typeof createInvitation>): Promise<OutputOf<typeof createInvitation>> {
    requireSignUpAllowed(email, true, this.options);
    const { token, hash } = newSecretToken();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + TTL_MS);
    const invitation = { emailKey: emailKey(email), tokenHash: hash, email, createdAt, expiresAt };
    await this.database.transaction(async (manager) => {
      const { emailKey } = invitation;
      if (await manager.existsBy(Account, { emailKey, activatedAt: Not(IsNull()) }))
        throw new AppError('admin.account-exists');
      await manager.upsert(Invitation, invitation, ['emailKey']);
      const data = { email, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.add(manager, invitationCreated, invitation.emailKey, data);
    });
    return { email, token, expiresAt: expiresAt.toISOString() };
  }

  /** Whether the token invites this address and has neither expired nor been used up. */
  async isValid(token: string, email: string): Promise<boolean> {
    return this.database.manager.existsBy(Invitation, {
      emailKey: emailKey(email),
      tokenHash: hashToken(token),
      expiresAt: MoreThan(this.clock.now()),
    });
  }

  /** Uses up the invitation of an address whose account was activated. */
  async useUp(manager: EntityManager, key: string): Promise<void> {
    await manager.delete(Invitation, { emailKey: key });
  }
}
