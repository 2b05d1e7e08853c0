import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { type PasswordClient, verifyPassword } from '@waybill/service-kit/password-hash';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { dummyPasswordHash, verifyDummyPassword } from '../credentials/dummy-password.js';
import { NO_ACCOUNT } from '../credentials/no-account.js';
import { Activation } from './activation.entity.js';

/** The passwords of sign-ups that wait for their activation. */
@Injectable()
export class PendingSignUpService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether the newest pending sign-up has this password. Verifies exactly one password in any case. */
  async hasPassword(
    accountId: string | undefined,
    password: string,
    client: PasswordClient,
  ): Promise<boolean> {
    const newest = await this.database.manager.findOne(Activation, {
      where: { accountId: accountId ?? NO_ACCOUNT, expiresAt: MoreThan(this.clock.now()) },
      order: { expiresAt: 'DESC', createdAt: 'DESC' },
    });
    return newest
      ? verifyPassword(newest.passwordHash, password, client)
      : verifyDummyPassword(password, client);
  }

  /** Replaces passwords of sign-ups by a random one, so that a log-in refuses them as wrong. Their links stay valid. */
  async dropPasswords(
    manager: EntityManager,
    signUps: Pick<Activation, 'accountId'> | Pick<Activation, 'tokenHash'>,
  ): Promise<void> {
    await manager.update(Activation, signUps, { passwordHash: await dummyPasswordHash() });
  }
}
