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
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { hashToken } from '../credentials/secret-token.js';
import { Account } from '../accounts/account.entity.js';
import { Activation } from './activation.entity.js';
import { isActivationValid } from './activation.policy.js';

const MESSAGE = 'Your e-mail address is confirmed. You can log in now.';

/** Activates accounts whose activation link was followed. */
@Injectable()
export class ActivationService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `auth.invalid-verification-link`, `auth.expired-verification-link` */
  async verify({ token, email }: InputOf<typeof verifyEmail>): Promise<OutputOf<typeof verifyEmail>> {
    if (!token || !email) throw new AppError('auth.invalid-verification-link');
    await this.database.transaction(async (manager) => {
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
      if (account.activatedAt) return;
      const { name, passwordHash, browserId } = activation;
      await manager.update(Account, { id: account.id }, { name, passwordHash, activatedAt: now });
      await this.outbox.add(manager, userActivated, account.id, { userId: account.id, browserId });
    });
    return { message: MESSAGE };
  }
}
