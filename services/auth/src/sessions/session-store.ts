import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, MoreThan, Not } from 'typeorm';
import type { Account } from '../accounts/account.entity.js';
import { hashOfToken, newSecretToken } from '../secrets/secret-token.js';
import { Session } from './session.entity.js';
import { isDueForRenewal, sessionExpiry } from './session.rules.js';

const LONGEST_USER_AGENT = 500;
/** More than anyone reads; the rest ends with "everywhere else". */
const MOST_LISTED = 100;

/** Which browsers are logged in, and as whom. */
@Injectable()
export class SessionStore {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  async open(
    manager: EntityManager,
    accountId: string,
    userAgent: string,
  ): Promise<{ token: string; expiresAt: Date }> {
    const { token, hash } = newSecretToken();
    const createdAt = this.clock.now();
    const expiresAt = sessionExpiry(createdAt);
    await manager.insert(Session, {
      tokenHash: hash,
      id: randomUUID(),
      accountId,
      userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
      createdAt,
      expiresAt,
    });
    return { token, expiresAt };
  }

  /** The live sessions of an account, the most recently used first. */
  async listOf(accountId: string): Promise<Session[]> {
    return this.database.manager.find(Session, {
      where: { accountId, expiresAt: MoreThan(this.clock.now()) },
      order: { expiresAt: 'DESC', createdAt: 'DESC' },
      take: MOST_LISTED,
    });
  }

  /** The account of a live session, which this use keeps alive; null for any other token. */
  async accountOf(token: string): Promise<Account | null> {
    const now = this.clock.now();
    const live = { tokenHash: hashOfToken(token), expiresAt: MoreThan(now) };
    const session = await this.database.manager.findOne(Session, {
      where: live,
      relations: { account: true },
    });
    if (!session) return null;
    if (isDueForRenewal(session, now)) {
      await this.database.manager.update(Session, live, { expiresAt: sessionExpiry(now) });
    }
    return session.account;
  }

  /** Ends one session. Idempotent. */
  async close(token: string): Promise<void> {
    await this.database.manager.delete(Session, { tokenHash: hashOfToken(token) });
  }

  /** Ends one session of the account by its id. Idempotent. */
  async closeOne(accountId: string, id: string): Promise<void> {
    await this.database.manager.delete(Session, { accountId, id });
  }

  /** Ends every session of the account, except that of `keptToken`. */
  async closeAll(manager: EntityManager, accountId: string, keptToken?: string): Promise<void> {
    await manager.delete(Session, {
      accountId,
      ...(keptToken !== undefined && { tokenHash: Not(hashOfToken(keptToken)) }),
    });
  }

  /** Forgets sessions that ran out; a hundred at a time, so that no log-in pays for many. */
  async purgeExpired(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions WHERE token_hash IN
         (SELECT token_hash FROM sessions WHERE expires_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      [this.clock.now()],
    );
  }
}
