import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/redis';
import { checkSession, emailKey, type User, userSchema } from '@waybill/contracts';
import { countLookups } from '@waybill/service-kit';
import { createHash } from 'node:crypto';

/** How long a reply of auth is cached. A change of plan takes this long to show. */
const TTL_MS = 2_000;
/** Replies that took longer than the deadline of a request to auth are too old to be cached. */
const MAX_REPLY_AGE_MS = 10_000;
/** Lifetime of an invalidation: outlives every reply that was requested before it and cached after it. */
const INVALIDATION_TTL_MS = TTL_MS + 2 * MAX_REPLY_AGE_MS;

/**
 * Resolves session tokens to users and caches the replies of auth for two seconds. Once the call that ended a session
 * has been answered, every replica refuses the session (docs/decisions/caches-at-the-gateway.md).
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
    const key = `session:${hash(sessionToken)}`;
    const cached = await this.readFresh(key);
    if (cached) {
      this.lookups.hit();
      return cached;
    }
    this.lookups.miss();
    const requestedAt = performance.now();
    const { user } = await this.bus.request(checkSession, { sessionToken });
    if (user && performance.now() - requestedAt < MAX_REPLY_AGE_MS) {
      await this.cache.set(key, JSON.stringify(user), TTL_MS);
    }
    return user;
  }

  /** Invalidates the cached sessions of the account on every replica. */
  async invalidate(email: string): Promise<void> {
    await this.cache.set(invalidationKey(email), '', INVALIDATION_TTL_MS);
  }

  private async readFresh(key: string): Promise<User | null> {
    const text = await this.cache.get(key);
    if (text === null) return null;
    const { data: user } = userSchema.safeParse(JSON.parse(text));
    if (!user || (await this.cache.get(invalidationKey(user.email))) !== null) return null;
    return user;
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
