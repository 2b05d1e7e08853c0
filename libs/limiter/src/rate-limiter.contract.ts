import { randomUUID } from 'node:crypto';
import { eventually } from '@waybill/testing';
import type { Limit, RateLimiter } from './rate-limiter.js';

/** What every RateLimiter promises; each adapter's test runs it. */
export function rateLimiterContract(limiter: () => RateLimiter): void {
  const limit: Limit = { name: `contract-${randomUUID()}`, points: 3, windowSeconds: 60 };
  const brief: Limit = { name: `contract-${randomUUID()}`, points: 1, windowSeconds: 1 };
  const blocking: Limit = {
    name: `contract-${randomUUID()}`,
    points: 1,
    windowSeconds: 1,
    blockSeconds: 600,
  };

  async function spend(times: number, key: string): Promise<boolean[]> {
    const states = [];
    for (let i = 0; i < times; i += 1) states.push((await limiter().consume(limit, key)).allowed);
    return states;
  }

  it('lets through as many as there are points, then refuses until the window is over', async () => {
    expect(await spend(5, 'a')).toEqual([true, true, true, false, false]);
    const { retryAfterSeconds, remaining } = await limiter().consume(limit, 'a');
    expect(remaining).toBe(0);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('tells how many are left', async () => {
    expect(await limiter().peek(limit, 'b')).toEqual({ allowed: true, retryAfterSeconds: 0, remaining: 3 });
    expect(await limiter().consume(limit, 'b')).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
      remaining: 2,
    });
  });

  it('spends nothing when it only looks', async () => {
    await spend(2, 'c');
    for (let i = 0; i < 5; i += 1) await limiter().peek(limit, 'c');
    expect((await limiter().peek(limit, 'c')).remaining).toBe(1);
    await spend(1, 'c');
    expect((await limiter().peek(limit, 'c')).allowed).toBe(false);
  });

  it('counts keys apart, and limits apart', async () => {
    await spend(3, 'd');
    expect(await spend(1, 'e')).toEqual([true]);
    expect((await limiter().consume(brief, 'd')).allowed).toBe(true);
  });

  it('counts exactly when many come at once', async () => {
    const states = await Promise.all(Array.from({ length: 20 }, () => limiter().consume(limit, 'f')));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('forgets on reset', async () => {
    await spend(4, 'g');
    await limiter().reset(limit, 'g');
    expect(await spend(1, 'g')).toEqual([true]);
  });

  it('lets through again when the window is over', async () => {
    await limiter().consume(brief, 'h');
    expect((await limiter().peek(brief, 'h')).allowed).toBe(false);
    await eventually(async () => expect((await limiter().peek(brief, 'h')).allowed).toBe(true));
    expect((await limiter().consume(brief, 'h')).allowed).toBe(true);
  });

  it('blocks for longer than the window where the limit says so', async () => {
    await limiter().consume(blocking, 'i');
    expect((await limiter().peek(blocking, 'i')).retryAfterSeconds).toBe(600);
    const { allowed, retryAfterSeconds } = await limiter().consume(blocking, 'i');
    expect(allowed).toBe(false);
    expect(retryAfterSeconds).toBeGreaterThan(590);
    expect((await limiter().peek(blocking, 'i')).retryAfterSeconds).toBeGreaterThan(590);
  });
}
