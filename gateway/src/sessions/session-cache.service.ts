import { Injectable } from '@nestjs/common';
import { Bus, REQUEST_TIMEOUT_MS } from '@waybill/bus/client';
import { Cache } from '@waybill/redis';
import {
  checkSession,
  checkToken,
  emailKey,
  tokenScopeSchema,
  type User,
  userSchema,
} from '@waybill/contracts';
import { countLookups } from '@waybill/service-kit';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Time to live of a reply of auth, in milliseconds. A change of plan takes this long to show. */
const TTL_MS = 2_000;
/** Lifetime of an invalidation: outlives every reply that was requested before it and cached after it. */
const INVALIDATION_TTL_MS = TTL_MS + 2 * REQUEST_TIMEOUT_MS;

const tokenHolderSchema = z.object({ user: userSchema, scopes: z.array(tokenScopeSchema) });
export type TokenHolder = z.infer<typeof tokenHolderSchema>;

/**
 * Resolves session tokens and access tokens to users, and caches the replies of auth for two seconds. Once the call
 * that ended a session has been answered, every replica refuses the session (docs/decisions/caches-at-the-gateway.md).
 */
@Injectable()
export class SessionCacheService {
  private readonly lookups = countLookups('sessions');

  constructor(
    private readonly cache: Cache,
    private readonly bus: Bus,
  ) {}

  /** The session's user; null if the session is unknown, expired or revoked. */
  async resolveUser(sessionToken: string): Promise<User | null> {
    return this.resolve(
      `session:${hash(sessionToken)}`,
      userSchema,
      ({ email }) => email,
      async () => (await this.bus.request(checkSession, { sessionToken })).user,
    );
  }

  /** The user and the scopes of an access token; null if the token is unknown, expired or revoked. */
  async resolveToken(token: string): Promise<TokenHolder | null> {
    return this.resolve(
      `token:${hash(token)}`,
      tokenHolderSchema,
      ({ user }) => user.email,
      async () => (await this.bus.request(checkToken, { token })).holder,
    );
  }

  private async resolve<T>(
    key: string,
    schema: z.ZodType<T>,
    emailOf: (value: T) => string,
    request: () => Promise<T | null>,
  ): Promise<T | null> {
    const cached = await this.readFresh(key, schema, emailOf);
    if (cached) {
      this.lookups.hit();
      return cached;
    }
    this.lookups.miss();
    const requestedAt = performance.now();
    const value = await request();
    // A reply after its deadline is too old to be cached.
    if (value && performance.now() - requestedAt < REQUEST_TIMEOUT_MS) {
      await this.cache.set(key, JSON.stringify(value), TTL_MS);
    }
    return value;
  }

  /** Invalidates the cached sessions and access tokens of the account on every replica. */
  async invalidate(email: string): Promise<void> {
    await this.cache.set(invalidationKey(email), '', INVALIDATION_TTL_MS);
  }

  private async readFresh<T>(
    key: string,
    schema: z.ZodType<T>,
    emailOf: (value: T) => string,
  ): Promise<T | null> {
    const text = await this.cache.get(key);
    if (text === null) return null;
    const { data: value } = schema.safeParse(JSON.parse(text));
    if (!value || (await this.cache.get(invalidationKey(emailOf(value)))) !== null) return null;
    return value;
  }
}

/** The prefix must not change: replicas of an older release share the cache during a rolling update. */
function invalidationKey(email: string): string {
  return `doubt:${hash(emailKey(email))}`;
}

/** Keeps session tokens and e-mail addresses out of the cache server's keys. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
