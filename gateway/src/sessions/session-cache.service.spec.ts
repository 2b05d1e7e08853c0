import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/redis';
import { AppError, type User } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { SessionCacheService } from './session-cache.service.js';

const ada: User = {
  id: '9f4d2c64-7b1a-4c56-9f9e-2a6d4a1f0b11',
  name: 'Ada Lovelace',
  email: 'Ada@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
  subscription: 'free',
};

/** The auth service: knows the user of each session and counts requests. */
class Auth extends Bus {
  readonly users = new Map([['token', ada]]);
  requests = 0;
  /** Runs between the reply and its arrival. */
  beforeArrival: () => Promise<void> = () => Promise.resolve();

  override async request(_contract: unknown, input: unknown): Promise<never> {
    this.requests++;
    const user = this.users.get((input as { sessionToken: string }).sessionToken) ?? null;
    await this.beforeArrival();
    return { user } as never;
  }
}

/** A cache that several replicas share. */
class SharedCache extends Cache {
  readonly entries = new Map<string, { value: string; ttlMs: number }>();
  override get = async (key: string) => this.entries.get(key)?.value ?? null;
  override set = async (key: string, value: string, ttlMs: number) =>
    void this.entries.set(key, { value, ttlMs });
}

describe('SessionCacheService', () => {
  let auth: Auth;
  let cache: SharedCache;
  let replica: SessionCacheService;
  let otherReplica: SessionCacheService;
  beforeEach(() => {
    auth = new Auth();
    cache = new SharedCache();
    [replica, otherReplica] = [new SessionCacheService(cache, auth), new SessionCacheService(cache, auth)];
  });

  it('sends one request to auth for all replicas and caches the reply for two seconds', async () => {
    expect(await replica.resolveUser('token')).toEqual(ada);
    expect(await replica.resolveUser('token')).toEqual(ada);
    expect(await otherReplica.resolveUser('token')).toEqual(ada);
    expect(auth.requests).toBe(1);
    expect([...cache.entries.values()].map(({ ttlMs }) => ttlMs)).toEqual([2000]);
  });

  it('does not cache unknown sessions', async () => {
    await replica.resolveUser('token');
    expect(await replica.resolveUser('another')).toBeNull();
    expect(await replica.resolveUser('another')).toBeNull();
    expect(auth.requests).toBe(3);
  });

  it('refuses an invalidated session on every replica immediately', async () => {
    await otherReplica.resolveUser('token');
    auth.users.delete('token');
    await replica.invalidate('ada@EXAMPLE.com');
    expect(await otherReplica.resolveUser('token')).toBeNull();
    expect(await replica.resolveUser('token')).toBeNull();
  });

  it('ignores a reply that was requested before the session ended and arrives after it', async () => {
    auth.beforeArrival = async () => {
      auth.users.delete('token');
      await otherReplica.invalidate(ada.email);
    };
    expect(await replica.resolveUser('token')).toEqual(ada);
    auth.beforeArrival = () => Promise.resolve();
    expect(await replica.resolveUser('token')).toBeNull();
  });

  it('invalidates for longer than an old reply can take to arrive and be cached', async () => {
    await replica.invalidate(ada.email);
    const [{ ttlMs } = { ttlMs: 0 }] = cache.entries.values();
    expect(ttlMs).toBeGreaterThan(10_000 + 2_000);
  });

  it('keeps tokens and e-mail addresses out of the keys', async () => {
    await replica.resolveUser('token');
    await replica.invalidate(ada.email);
    for (const key of cache.entries.keys()) expect(key).toMatch(/^(session|doubt):[\w-]{43}$/);
  });

  it('sends a request to auth if the cached value is not a user, such as after an update', async () => {
    await replica.resolveUser('token');
    for (const entry of cache.entries.values()) entry.value = '{"id":7}';
    expect(await replica.resolveUser('token')).toEqual(ada);
    expect(auth.requests).toBe(2);
  });

  it('throws while auth is unavailable', async () => {
    auth.beforeArrival = () => Promise.reject(new AppError('server.unavailable'));
    await expect(replica.resolveUser('token')).rejects.toThrow(AppError);
  });

  it('counts hits and misses', async () => {
    const counted = async (outcome: string) => {
      const line = new RegExp(
        `^waybill_cache_lookups_total{cache="sessions",outcome="${outcome}"} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await metrics.render())?.[1] ?? 0);
    };
    const before = { hit: await counted('hit'), miss: await counted('miss') };
    for (let calls = 0; calls < 3; calls++) await replica.resolveUser('token');
    expect(await counted('hit')).toBe(before.hit + 2);
    expect(await counted('miss')).toBe(before.miss + 1);
  });
});
