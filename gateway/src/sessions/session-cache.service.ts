import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/cache';
import { checkSession, emailKey, type User, userSchema } from '@waybill/contracts';
import { countLookups } from '@waybill/service-kit';
import { createHash } from 'node:crypto';

/** How long an answer of auth is believed where nothing is doubted: what a plan that changes takes to show. */
const BELIEVED_MS = 2_000;
/** A question to auth takes ten seconds at most. What takes longer is too old to be remembered. */
const FRESH_MS = 10_000;
/** Outlives whatever was asked before the doubt arose and is remembered after it. */
const DOUBTED_MS = BELIEVED_MS + 2 * FRESH_MS;

/**
 * Whose session it is, asked of auth once in a moment and not with every call of a page. A session that ended is
 * refused by every replica from the moment that its end was answered (docs/decisions/caches-at-the-gateway.md).
 */
@Injectable()
export class SessionCacheService {
  private readonly lookups = countLookups('sessions');

  constructor(
    private readonly cache: Cache,
    private readonly bus: Bus,
  ) {}

  /** Null when the session is unknown, ended or revoked. */
  async resolveUser(sessionToken: string): Promise<User | null> {
    const key = `session:${hashOf(sessionToken)}`;
    const known = await this.readFresh(key);
    if (known) {
      this.lookups.hit();
      return known;
    }
    this.lookups.miss();
    const askedAt = performance.now();
    const { user } = await this.bus.request(checkSession, { sessionToken });
    if (user && performance.now() - askedAt < FRESH_MS) {
      await this.cache.set(key, JSON.stringify(user), BELIEVED_MS);
    }
    return user;
  }

  /** Nothing that is remembered of the account is believed any more, by any replica. */
  async invalidate(email: string): Promise<void> {
    await this.cache.set(doubtOf(email), '', DOUBTED_MS);
  }

  private async readFresh(key: string): Promise<User | null> {
    const text = await this.cache.get(key);
    if (text === null) return null;
    const { data: user } = userSchema.safeParse(JSON.parse(text));
    if (!user || (await this.cache.get(doubtOf(user.email))) !== null) return null;
    return user;
  }
}

function doubtOf(email: string): string {
  return `doubt:${hashOf(emailKey(email))}`;
}

/** Whoever looks into the cache's server finds neither tokens nor addresses among its keys. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
