import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type checkToken,
  type createToken,
  type InputOf,
  type OutputOf,
  type revokeToken,
  type TokenView,
} from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { presentUser } from '../accounts/user.presenter.js';
import { hashToken } from '../credentials/secret-token.js';
import { AuthPlanPromotionService } from '../promotion/auth-plan-promotion.service.js';
import { SessionService } from '../sessions/session.service.js';
import { AccessToken } from './access-token.entity.js';
import { isAccessTokenExpired, isUseDue, MAX_TOKENS, newAccessToken } from './access-token.policy.js';
import { presentToken } from './access-token.presenter.js';

/** Creates, lists, checks and revokes access tokens, the API keys of programs. Only their hashes are stored. */
@Injectable()
export class AccessTokenService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    private readonly promotions: AuthPlanPromotionService,
  ) {}

  /** @throws AppError `auth.required`, `auth.too-many-tokens`, `request.invalid` for an expiry in the past */
  async create({
    userId,
    sessionToken,
    form,
    address,
  }: InputOf<typeof createToken>): Promise<OutputOf<typeof createToken>> {
    const createdAt = this.clock.now();
    const expiresAt = form.expiresAt == null ? null : new Date(form.expiresAt);
    if (expiresAt !== null && expiresAt <= createdAt) {
      throw AppError.invalid([{ field: 'expiresAt', message: 'The expiry must be in the future' }]);
    }
    const token = newAccessToken();
    const row = {
      id: randomUUID(),
      tokenHash: hashToken(token),
      accountId: userId,
      name: form.name,
      scopes: [...form.scopes],
      createdAt,
      expiresAt,
      lastUsedAt: null,
    };
    await this.database.transaction(async (manager) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const account = await manager.findOne(Account, { where: { id: userId }, lock });
      if (!account) throw new AppError('auth.required');
      if (sessionToken !== undefined && !(await this.sessions.exists(manager, userId, sessionToken)))
        throw new AppError('auth.required');
      if ((await manager.countBy(AccessToken, { accountId: userId })) >= MAX_TOKENS) {
        throw new AppError('auth.too-many-tokens');
      }
      await manager.insert(AccessToken, row);
    });
    this.securityLog.record('token.created', { accountId: userId, address });
    return { ...presentToken(row), token };
  }

  async list(userId: string): Promise<TokenView[]> {
    const tokens = await this.database.manager.find(AccessToken, {
      where: { accountId: userId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return tokens.map(presentToken);
  }

  /** @throws AppError `request.not-found`, also for a token of another account */
  async revoke({ userId, tokenId, address }: InputOf<typeof revokeToken>): Promise<void> {
    const { affected } = await this.database.manager.delete(AccessToken, { accountId: userId, id: tokenId });
    if (!affected) throw new AppError('request.not-found');
    this.securityLog.record('token.revoked', { accountId: userId, address });
  }

  /** Resolves a valid token to its user and scopes, and records its use. Null for any other token. */
  async check(token: string): Promise<OutputOf<typeof checkToken>['holder']> {
    const now = this.clock.now();
    const row = await this.database.manager.findOne(AccessToken, {
      where: { tokenHash: hashToken(token) },
      relations: { account: true },
    });
    if (!row || isAccessTokenExpired(row, now) || row.account.suspendedAt !== null) return null;
    if (isUseDue(row, now)) {
      await this.database.manager.update(AccessToken, { id: row.id }, { lastUsedAt: now });
    }
    return {
      user: presentUser(row.account, await this.promotions.optionsInForce(), now),
      scopes: row.scopes,
    };
  }
}
