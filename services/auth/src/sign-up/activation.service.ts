import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  emailKey,
  type InputOf,
  type OutputOf,
  userActivated,
  type verifyEmail,
} from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { hashToken } from '../credentials/secret-token.js';
import { Activation } from './activation.entity.js';
import { InvitationService } from './invitation.service.js';
import { isActivationValid } from './activation.policy.js';
import { PendingSignUpService } from './pending-sign-up.service.js';

const MESSAGE = 'Your e-mail address is confirmed. You can log in now.';

/** Activates accounts whose activation link was followed. */
@Injectable()
export class ActivationService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly invitations: InvitationService,
    private readonly pendingSignUps: PendingSignUpService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `auth.invalid-verification-link`, `auth.expired-verification-link` */
  async verify({
    token,
    email,
    address,
  }: InputOf<typeof verifyEmail>): Promise<OutputOf<typeof verifyEmail>> {
    if (!token || !email) throw new AppError('auth.invalid-verification-link');
    const activatedId = await this.activate(token, email);
    if (activatedId !== null)
      this.securityLog.record('account.activated', { accountId: activatedId, address });
    return { message: MESSAGE };
  }

  /** @returns id of the account; null if it was active before */
  private activate(token: string, email: string): Promise<string | null> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const activation = await manager.findOneBy(Activation, { tokenHash: hashToken(token) });
      if (!activation || !isActivationValid(activation, now)) {
        throw new AppError('auth.expired-verification-link');
      }
      const account = await manager.findOne(Account, {
        where: { id: activation.accountId, emailKey: emailKey(email) },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new AppError('auth.expired-verification-link');
      // The row stays, because the link can be followed again. Without its password it no longer counts as pending,
      // also if another sign-up or a password reset has activated the account.
      await this.pendingSignUps.dropPasswords(manager, { tokenHash: activation.tokenHash });
      if (account.activatedAt) return null;
      const { name, passwordHash, browserId } = activation;
      const change = {
        name,
        email: activation.email ?? account.email,
        passwordHash,
        activatedAt: now,
        emailConfirmedAt: now,
      };
      await manager.update(Account, { id: account.id }, change);
      await this.invitations.useUp(manager, account.emailKey);
      await this.outbox.add(manager, userActivated, account.id, { userId: account.id, browserId });
      return account.id;
    });
  }
}
