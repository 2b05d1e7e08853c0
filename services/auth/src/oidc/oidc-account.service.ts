import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, emailKey, signInMethodAdded, userActivated, userRegistered } from '@waybill/contracts';
import { Clock, type SecurityEventName, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { dummyPasswordHash } from '../credentials/dummy-password.js';
import { PasswordReset } from '../passwords/password-reset.entity.js';
import { SessionService } from '../sessions/session.service.js';
import { Activation } from '../sign-up/activation.entity.js';
import { Invitation } from '../sign-up/invitation.entity.js';
import { InvitationService } from '../sign-up/invitation.service.js';
import { requireSignUpAllowed } from '../sign-up/sign-up.policy.js';
import { OidcIdentity } from './oidc-identity.entity.js';
import type { ProviderIdentity } from './oidc-provider.service.js';

/** Finds, connects or opens the account of a person that the provider has identified. */
@Injectable()
export class OidcAccountService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly invitations: InvitationService,
    private readonly sessions: SessionService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /**
   * The account of an identity: the connected one, else the one whose confirmed address the provider has confirmed too,
   * else a new one (docs/decisions/openid-connect.md).
   * @param address client address for the security log
   * @throws AppError `auth.sso-unverified-email`, `auth.sso-account-exists`, `auth.sso-taken`, and those of
   * `requireSignUpAllowed`
   */
  async accountOf(identity: ProviderIdentity, address: string): Promise<Account> {
    const { issuer, subject, email } = identity;
    const known = await this.findConnected(issuer, subject);
    if (known) return known;
    if (email === null) throw new AppError('auth.sso-unverified-email');
    const { account, event } = await this.addIdentity(identity, email);
    this.securityLog.record(event, { accountId: account.id, address });
    return account;
  }

  /** @returns the account that has the identity now, and what happened to the account */
  private async addIdentity(
    identity: ProviderIdentity,
    email: string,
  ): Promise<{ account: Account; event: SecurityEventName }> {
    const passwordHash = await dummyPasswordHash();
    return this.database.transaction(async (manager) => {
      const account = await manager.findOne(Account, {
        where: { emailKey: emailKey(email) },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account?.activatedAt) {
        const isInvited = (await this.isInvited(manager, email)) || null;
        requireSignUpAllowed(email, isInvited, this.options);
        const opened = await this.open(manager, identity, email, passwordHash, account);
        return { account: opened, event: account ? 'account.activated' : 'account.sign-up' };
      }
      // Prevents account pre-hijacking: a stranger may have opened the account with this unconfirmed address, and know
      // its password.
      if (!account.emailConfirmedAt) throw new AppError('auth.sso-account-exists');
      await this.connect(manager, account, identity);
      return { account, event: 'single-sign-on.connected' };
    });
  }

  /**
   * Connects an identity with the account of a signed-in person.
   * @throws AppError `auth.sso-taken`, `auth.sso-failed` when the account was deleted or the session ended meanwhile
   */
  async connectWith(accountId: string, sessionToken: string, identity: ProviderIdentity): Promise<void> {
    await this.database.transaction(async (manager) => {
      const account = await manager.findOne(Account, {
        where: { id: accountId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account || !(await this.sessions.exists(manager, accountId, sessionToken)))
        throw new AppError('auth.sso-failed');
      await manager.delete(OidcIdentity, { accountId });
      await this.connect(manager, account, identity);
    });
  }

  async isConnected(
    manager: EntityManager,
    accountId: string,
    { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
  ): Promise<boolean> {
    return manager.existsBy(OidcIdentity, { issuer, subject, accountId });
  }

  async recordUse({ issuer, subject }: ProviderIdentity): Promise<void> {
    await this.database.manager.update(OidcIdentity, { issuer, subject }, { lastUsedAt: this.clock.now() });
  }

  private async findConnected(issuer: string, subject: string): Promise<Account | null> {
    const identity = await this.database.manager.findOneBy(OidcIdentity, { issuer, subject });
    return identity && this.database.manager.findOneBy(Account, { id: identity.accountId });
  }

  /** Looks up an invitation by the address alone: the provider has confirmed it, so no token is needed. */
  private isInvited(manager: EntityManager, email: string): Promise<boolean> {
    const where = { emailKey: emailKey(email), expiresAt: MoreThan(this.clock.now()) };
    return manager.existsBy(Invitation, where);
  }

  /**
   * Opens an account without a password. A pending account of the address is taken over, but not the names, passwords
   * and files of its sign-ups: the people who signed up have not confirmed that the address is theirs.
   */
  private async open(
    manager: EntityManager,
    identity: ProviderIdentity,
    email: string,
    passwordHash: string,
    pending: Account | null,
  ): Promise<Account> {
    const now = this.clock.now();
    const id = pending?.id ?? randomUUID();
    const name = identity.name ?? email.slice(0, email.lastIndexOf('@'));
    const fields = { name, email, passwordHash, hasPassword: false, activatedAt: now, emailConfirmedAt: now };
    if (pending) {
      await manager.delete(Activation, { accountId: id });
      await manager.delete(PasswordReset, { accountId: id });
      await manager.update(Account, { id }, fields);
    } else {
      const { raw } = (await manager
        .createQueryBuilder()
        .insert()
        .into(Account)
        .values({ id, emailKey: emailKey(email), createdAt: now, ...fields })
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      // A concurrent sign-up with this address won the race.
      if (raw.length === 0) throw new AppError('auth.sso-failed');
      await this.outbox.add(manager, userRegistered, id, { userId: id, name, email, activationToken: null });
    }
    await this.invitations.useUp(manager, emailKey(email));
    await this.insert(manager, id, identity);
    await this.outbox.add(manager, userActivated, id, { userId: id, browserId: null });
    return manager.findOneByOrFail(Account, { id });
  }

  private async connect(manager: EntityManager, account: Account, identity: ProviderIdentity): Promise<void> {
    await this.insert(manager, account.id, identity);
    await this.outbox.add(manager, signInMethodAdded, account.id, {
      userId: account.id,
      name: account.name,
      email: account.email,
      method: 'single-sign-on',
      label: this.options.oidc?.name ?? '',
    });
  }

  /** An account has at most one identity, and an identity belongs to one account. @throws AppError `auth.sso-taken` */
  private async insert(
    manager: EntityManager,
    accountId: string,
    { issuer, subject }: ProviderIdentity,
  ): Promise<void> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO oidc_identities (issuer, subject, account_id, connected_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING account_id`,
      [issuer, subject, accountId, this.clock.now()],
    );
    if (rows.length === 0) throw new AppError('auth.sso-taken');
  }
}
