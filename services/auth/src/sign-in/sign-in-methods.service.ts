import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type disconnectOidc,
  type getSignInMethods,
  type InputOf,
  type OutputOf,
  type setFirstPassword,
  signInMethodAdded,
} from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { SecurityLog } from '@waybill/service-kit';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { OidcIdentity } from '../oidc/oidc-identity.entity.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';

/**
 * Lists the sign-in methods of an account, removes single sign-on, and sets the first password of an account without
 * one.
 */
@Injectable()
export class SignInMethodsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly reauthentication: ReauthenticationService,
    private readonly securityLog: SecurityLog,
  ) {}

  async get({ userId }: InputOf<typeof getSignInMethods>): Promise<OutputOf<typeof getSignInMethods>> {
    const account = await this.database.manager.findOneBy(Account, { id: userId });
    const identity = await this.database.manager.findOneBy(OidcIdentity, { accountId: userId });
    return {
      hasPassword: account?.hasPassword ?? true,
      singleSignOn: identity && {
        connectedAt: identity.connectedAt.toISOString(),
        lastUsedAt: identity.lastUsedAt?.toISOString() ?? null,
      },
    };
  }

  /**
   * Requires a recent log-in, because there is no password to ask for.
   * @throws AppError `auth.required`, `auth.recent-log-in-required`, `auth.has-password`, `auth.password-too-common`
   */
  async setFirstPassword({
    form,
    ...session
  }: InputOf<typeof setFirstPassword>): Promise<OutputOf<typeof setFirstPassword>> {
    const { id, name, email, hasPassword } = await this.reauthentication.requireRecentLogIn(session);
    if (hasPassword) throw new AppError('auth.has-password');
    await refuseCommonPassword(form.new_password, 'new_password');
    const passwordHash = await hashPassword(form.new_password, clientOf(session.address));
    await this.database.transaction(async (manager) => {
      const change = { passwordHash, hasPassword: true };
      const { affected } = await manager.update(Account, { id, hasPassword: false }, change);
      if (!affected) throw new AppError('auth.has-password');
      const data = { userId: id, name, email, method: 'password' as const, label: '' };
      await this.outbox.add(manager, signInMethodAdded, id, data);
    });
    this.securityLog.record('password.changed', { accountId: id, address: session.address });
    return { message: 'Your password has been set.' };
  }

  /**
   * Refuses if the account has no password, so that a way to log in is left. Passkeys are not considered.
   * @throws AppError `auth.password-needed`
   */
  async disconnect({ userId, address }: InputOf<typeof disconnectOidc>): Promise<void> {
    const rows = await this.database.query<[unknown[], number]>(
      `DELETE FROM oidc_identities USING accounts
       WHERE account_id = $1 AND accounts.id = account_id AND accounts.has_password RETURNING account_id`,
      [userId],
    );
    if (rows[1] > 0) this.securityLog.record('single-sign-on.disconnected', { accountId: userId, address });
    else if (await this.database.manager.existsBy(OidcIdentity, { accountId: userId }))
      throw new AppError('auth.password-needed');
  }
}
