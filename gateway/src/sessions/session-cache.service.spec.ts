import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/cache';
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

/** Auth, as far as this goes: whose each session is, and how often it was asked. */
class Auth extends Bus {
  readonly users = new Map([['token', ada]]);
  asked = 0;
  /** What happens between auth's answer and its arrival. */
  onTheWay: () => Promise<void> = () => Promise.resolve();

  override async request(_contract: unknown, input: unknown): Promise<never> {
    this.asked++;
    const user = this.users.get((input as { sessionToken: string }).sessionToken) ?? null;
    await this.onTheWay();
    return { user } as never;
  }
}

/** A server that several replicas share. */
class SharedCache extends Cache {
  readonly entries = new Map<string, { value: string; ttlMs: number }>();
  override get = async (key: string) => this.entries.get(key)?.value ?? null;
  override set = async (key: string, value: string, ttlMs: number) =>
    void this.entries.set(key, { value, ttlMs });
}

describe('KnownSessions', () => {
  let auth: Auth;
  let cache: SharedCache;
  let here: SessionCacheService;
  let there: SessionCacheService;
  beforeEach(() => {
    auth = new Auth();
    cache = new SharedCache();
    [here, there] = [new SessionCacheService(cache, auth), new SessionCacheService(cache, auth)];
  });

  it('ask auth once for all replicas, and remember it for two seconds', async () => {
    expect(await here.resolveUser('token')).toEqual(ada);
    expect(await here.resolveUser('token')).toEqual(ada);
    expect(await there.resolveUser('token')).toEqual(ada);
    expect(auth.asked).toBe(1);
    expect([...cache.entries.values()].map(({ ttlMs }) => ttlMs)).toEqual([2000]);
  });

  it('remember nobody else, and no session that is none', async () => {
    await here.resolveUser('token');
    expect(await here.resolveUser('another')).toBeNull();
    expect(await here.resolveUser('another')).toBeNull();
    expect(auth.asked).toBe(3);
  });

  it('refuse an ended session on every replica at once', async () => {
    await there.resolveUser('token');
    auth.users.delete('token');
    await here.invalidate('ada@EXAMPLE.com');
    expect(await there.resolveUser('token')).toBeNull();
    expect(await here.resolveUser('token')).toBeNull();
  });

  it('do not believe what was asked before a session ended and arrives after it', async () => {
    auth.onTheWay = async () => {
      auth.users.delete('token');
      await there.invalidate(ada.email);
    };
    expect(await here.resolveUser('token')).toEqual(ada);
    auth.onTheWay = () => Promise.resolve();
    expect(await here.resolveUser('token')).toBeNull();
  });

  it('doubt for longer than an old answer can arrive and be believed', async () => {
    await here.invalidate(ada.email);
    const [{ ttlMs } = { ttlMs: 0 }] = cache.entries.values();
    expect(ttlMs).toBeGreaterThan(10_000 + 2_000);
  });

  it('keep neither tokens nor addresses among the keys', async () => {
    await here.resolveUser('token');
    await here.invalidate(ada.email);
    for (const key of cache.entries.keys()) expect(key).toMatch(/^(session|doubt):[\w-]{43}$/);
  });

  it('ask auth where what is remembered is no user, such as after a new release', async () => {
    await here.resolveUser('token');
    for (const entry of cache.entries.values()) entry.value = '{"id":7}';
    expect(await here.resolveUser('token')).toEqual(ada);
    expect(auth.asked).toBe(2);
  });

  it('pass on that auth is away', async () => {
    auth.onTheWay = () => Promise.reject(new AppError('server.unavailable'));
    await expect(here.resolveUser('token')).rejects.toThrow(AppError);
  });

  it('count how often they knew', async () => {
    const counted = async (outcome: string) => {
      const line = new RegExp(
        `^waybill_cache_lookups_total{cache="sessions",outcome="${outcome}"} (\\d+)$`,
        'm',
      );
      return Number(line.exec(await metrics.render())?.[1] ?? 0);
    };
    const before = { hit: await counted('hit'), miss: await counted('miss') };
    for (let calls = 0; calls < 3; calls++) await here.resolveUser('token');
    expect(await counted('hit')).toBe(before.hit + 2);
    expect(await counted('miss')).toBe(before.miss + 1);
  });
});
