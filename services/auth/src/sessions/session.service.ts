import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SessionView, User } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, MoreThan, Not } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { presentUser } from '../accounts/user.presenter.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { hashToken, newSecretToken } from '../credentials/secret-token.js';
import { AuthPlanPromotionService } from '../promotion/auth-plan-promotion.service.js';
import { Session } from './session.entity.js';
import { isDueForRenewal, isTooOld, MAX_SESSIONS, sessionExpiresAt } from './session.policy.js';
import { presentSession } from './session.presenter.js';

const MAX_USER_AGENT_LENGTH = 500;

/** Opens, finds, lists and revokes the sessions of accounts. */
@Injectable()
export class SessionService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly promotions: AuthPlanPromotionService,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  async open(
    manager: EntityManager,
    accountId: string,
    userAgent: string,
  ): Promise<{ token: string; expiresAt: Date }> {
    const { token, hash } = newSecretToken();
    const createdAt = this.clock.now();
    const expiresAt = sessionExpiresAt(createdAt, createdAt, this.options.sessionMaxDays);
    await manager.insert(Session, {
      tokenHash: hash,
      id: randomUUID(),
      accountId,
      userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      createdAt,
      lastUsedAt: createdAt,
      expiresAt,
    });
    await this.revokeExcess(manager, accountId);
    return { token, expiresAt };
  }

  /**
   * The valid sessions of an account, the most recently used first.
   * @param currentToken token of the requesting session
   */
  async list(accountId: string, currentToken: string): Promise<SessionView[]> {
    const sessions = await this.database.manager.find(Session, {
      where: { accountId, expiresAt: MoreThan(this.clock.now()) },
      order: { lastUsedAt: 'DESC', createdAt: 'DESC' },
      take: MAX_SESSIONS,
    });
    return sessions.map((session) => presentSession(session, currentToken));
  }

  /** Resolves the token of a valid session to its account, and extends the session. Null for any other token. */
  async findAccount(token: string): Promise<Account | null> {
    return (await this.find(token))?.account ?? null;
  }

  /** Finds a valid session with its account, and extends the session. Null for any other token. */
  async find(token: string): Promise<Session | null> {
    const now = this.clock.now();
    const valid = { tokenHash: hashToken(token), expiresAt: MoreThan(now) };
    const session = await this.database.manager.findOne(Session, {
      where: valid,
      relations: { account: true },
    });
    if (!session || session.account.suspendedAt !== null) return null;
    // `sessionMaxDays` may have been reduced since the expiry of the session was stored.
    if (isTooOld(session, now, this.options.sessionMaxDays)) return null;
    if (isDueForRenewal(session, now)) {
      await this.database.manager.update(Session, valid, {
        lastUsedAt: now,
        expiresAt: sessionExpiresAt(now, session.createdAt, this.options.sessionMaxDays),
      });
    }
    return session;
  }

  /** Like `findAccount`, in the API's form. */
  async findUser(token: string): Promise<User | null> {
    const account = await this.findAccount(token);
    return account && presentUser(account, await this.promotions.optionsInForce(), this.clock.now());
  }

  /**
   * Whether the session was not revoked. For a transaction that has locked the account and adds a sign-in method. A
   * reset of the password removes such methods: it either waits for the lock, or has revoked the session already.
   */
  async exists(manager: EntityManager, accountId: string, token: string): Promise<boolean> {
    return manager.existsBy(Session, { accountId, tokenHash: hashToken(token) });
  }

  /** Idempotent. */
  async revoke(token: string): Promise<void> {
    await this.database.manager.delete(Session, { tokenHash: hashToken(token) });
  }

  /** Revokes one session of the account. Idempotent; ids of other accounts' sessions are ignored. */
  async revokeById(accountId: string, id: string): Promise<void> {
    await this.database.manager.delete(Session, { accountId, id });
  }

  async revokeOthers(accountId: string, currentToken: string): Promise<void> {
    await this.revokeAll(this.database.manager, accountId, currentToken);
  }

  /** Revokes every session of the account except that of `exceptToken`. */
  async revokeAll(manager: EntityManager, accountId: string, exceptToken?: string): Promise<void> {
    await manager.delete(Session, {
      accountId,
      ...(exceptToken !== undefined && { tokenHash: Not(hashToken(exceptToken)) }),
    });
  }

  /** Replaces the token of a session, which keeps its id and expiry. @returns the new token */
  async rotate(manager: EntityManager, token: string): Promise<string> {
    const { token: newToken, hash } = newSecretToken();
    await manager.update(Session, { tokenHash: hashToken(token) }, { tokenHash: hash });
    return newToken;
  }

  private async revokeExcess(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query(
      `DELETE FROM sessions WHERE token_hash IN
         (SELECT token_hash FROM sessions WHERE account_id = $1
          ORDER BY last_used_at DESC, created_at DESC OFFSET $2)`,
      [accountId, MAX_SESSIONS],
    );
  }

  /** Deletes expired sessions, at most a hundred per call, so that no log-in waits for many. */
  async deleteExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
         SELECT token_hash FROM sessions WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED))`,
      [this.clock.now()],
    );
  }
}
