import { Injectable } from '@nestjs/common';
import { AppError, type logIn, type OutputOf } from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { presentUser } from '../accounts/user.presenter.js';
import { DeviceService, type SignInClient } from '../devices/device.service.js';
import { KnownNetworkRepository } from '../networks/known-network.repository.js';
import { AuthPlanPromotionService } from '../promotion/auth-plan-promotion.service.js';
import { SessionService } from './session.service.js';

/** Opens a session for the proven owner of an account, after any sign-in method. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionService,
    private readonly knownNetworks: KnownNetworkRepository,
    private readonly devices: DeviceService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    private readonly promotions: AuthPlanPromotionService,
  ) {}

  /**
   * The row lock serialises with a change or reset of the password and a suspension, so that their revocation of every
   * session includes this one.
   * @param account its id, and the hash of the password if one was verified
   * @param isStillValid whether a passkey or an identity that was verified still belongs to the account
   * @returns null if the account was deleted, or what was verified is not valid any more
   * @throws AppError `auth.suspended`
   */
  async signIn(
    account: Pick<Account, 'id'> & Partial<Pick<Account, 'passwordHash'>>,
    client: SignInClient,
    isStillValid: (manager: EntityManager) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<OutputOf<typeof logIn> | null> {
    const opened = await this.database.transaction(async (manager) => {
      const locked = await manager.findOne(Account, { where: account, lock: { mode: 'for_no_key_update' } });
      if (!locked || !(await isStillValid(manager))) return null;
      if (locked.suspendedAt) throw this.refuseSuspended(locked, client.address);
      await this.knownNetworks.add(manager, locked.id, client.address);
      await this.devices.record(manager, locked, client);
      return { locked, session: await this.sessions.open(manager, locked.id, client.userAgent) };
    });
    if (!opened) return null;
    await this.sessions.deleteExpired();
    this.securityLog.record('log-in.succeeded', { accountId: opened.locked.id, address: client.address });
    return {
      user: presentUser(opened.locked, await this.promotions.optionsInForce(), this.clock.now()),
      sessionToken: opened.session.token,
      expiresAt: opened.session.expiresAt.toISOString(),
    };
  }

  /** Records the refusal. @returns the error to throw */
  refuseSuspended({ id: accountId }: Pick<Account, 'id'>, address: string): AppError {
    this.securityLog.record('log-in.suspended', { accountId, address });
    return new AppError('auth.suspended');
  }
}
