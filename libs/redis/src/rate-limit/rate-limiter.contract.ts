import { randomUUID } from 'node:crypto';
import { eventually } from '@waybill/testing';
import { type LimitedKey, networkTiers } from './client-network.js';
import type { Limit } from './limit.js';
import type { RateLimiter } from './rate-limiter.js';

/** Tests that every adapter of RateLimiter passes. */
export function rateLimiterContract(limiter: () => RateLimiter): void {
  const limit: Limit = { name: `contract-${randomUUID()}`, points: 3, windowSeconds: 60 };
  const brief: Limit = { name: `contract-${randomUUID()}`, points: 1, windowSeconds: 1 };
  const blocking: Limit = {
    name: `contract-${randomUUID()}`,
    points: 1,
    windowSeconds: 1,
    blockSeconds: 600,
  };

  async function consume(times: number, key: string): Promise<boolean[]> {
    const states = [];
    for (let i = 0; i < times; i += 1) states.push((await limiter().consume(limit, key)).allowed);
    return states;
  }

  it('allows as many attempts as there are points, then refuses until the window is over', async () => {
    expect(await consume(5, 'a')).toEqual([true, true, true, false, false]);
    const { retryAfterSeconds, remaining } = await limiter().consume(limit, 'a');
    expect(remaining).toBe(0);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it('returns the number of remaining points', async () => {
    expect(await limiter().peek(limit, 'b')).toEqual({ allowed: true, retryAfterSeconds: 0, remaining: 3 });
    expect(await limiter().consume(limit, 'b')).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
      remaining: 2,
    });
  });

  it('consumes no point on peek', async () => {
    await consume(2, 'c');
    for (let i = 0; i < 5; i += 1) await limiter().peek(limit, 'c');
    expect((await limiter().peek(limit, 'c')).remaining).toBe(1);
    await consume(1, 'c');
    expect((await limiter().peek(limit, 'c')).allowed).toBe(false);
  });

  it('counts each key and each limit separately', async () => {
    await consume(3, 'd');
    expect(await consume(1, 'e')).toEqual([true]);
    expect((await limiter().consume(brief, 'd')).allowed).toBe(true);
  });

  it('counts concurrent attempts exactly', async () => {
    const states = await Promise.all(Array.from({ length: 20 }, () => limiter().consume(limit, 'f')));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('allows all points again after a reset', async () => {
    await consume(4, 'g');
    await limiter().reset(limit, 'g');
    expect(await consume(1, 'g')).toEqual([true]);
  });

  it('gives a point back, but none that was not consumed', async () => {
    await consume(3, 'j');
    await limiter().giveBack(limit, 'j');
    expect(await consume(2, 'j')).toEqual([true, false]);
    await limiter().giveBack(limit, 'k');
    expect((await limiter().peek(limit, 'k')).remaining).toBe(3);
  });

  it('allows attempts again when the window is over', async () => {
    await limiter().consume(brief, 'h');
    expect((await limiter().peek(brief, 'h')).allowed).toBe(false);
    await eventually(async () => expect((await limiter().peek(brief, 'h')).allowed).toBe(true));
    expect((await limiter().consume(brief, 'h')).allowed).toBe(true);
  });

  it('consumes a point of every counter, or none if one counter is exhausted', async () => {
    const counters: LimitedKey[] = [
      [limit, 'l'],
      [{ ...limit, name: `contract-${randomUUID()}`, points: 2 }, 'l'],
    ];
    const consumed = [];
    for (let i = 0; i < 5; i += 1) consumed.push(await limiter().consumeAll(counters));
    expect(consumed.map(({ allowed }) => allowed)).toEqual([true, true, false, false, false]);
    expect(consumed.map(({ remaining }) => remaining)).toEqual([1, 0, 0, 0, 0]);
    expect((await limiter().peek(limit, 'l')).remaining).toBe(1);
  });

  it('consumes a point of each counter in their order, and none after the first that refuses', async () => {
    const scarce = { ...limit, name: `contract-${randomUUID()}`, points: 1 };
    const wide = { ...limit, name: `contract-${randomUUID()}`, points: 10 };
    const counters: LimitedKey[] = [
      [scarce, 'o'],
      [wide, 'o'],
    ];
    const consumed = [];
    for (let i = 0; i < 3; i += 1) consumed.push(await limiter().consumeEach(counters));
    expect(consumed).toEqual([true, false, false]);
    expect((await limiter().peek(wide, 'o')).remaining).toBe(9);
  });

  it('returns the longest wait of all counters that are exhausted', async () => {
    const long = { ...limit, name: `contract-${randomUUID()}`, points: 1, windowSeconds: 900 };
    const counters: LimitedKey[] = [
      [limit, 'm'],
      [long, 'm'],
      [{ ...long, name: `contract-${randomUUID()}`, windowSeconds: 30 }, 'm'],
    ];
    expect(await limiter().peekAll(counters)).toEqual({ allowed: true, retryAfterSeconds: 0, remaining: 1 });
    await limiter().consumeAll(counters);
    for (const refused of [await limiter().peekAll(counters), await limiter().consumeAll(counters)]) {
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.retryAfterSeconds).toBeGreaterThan(890);
    }
  });

  it('refuses the concurrent attempts that lose the last point of a counter', async () => {
    const last: LimitedKey = [{ ...limit, name: `contract-${randomUUID()}`, points: 1 }, 'n'];
    const attempts = Array.from({ length: 5 }, () => limiter().consumeAll([last]));
    expect((await Promise.all(attempts)).filter(({ allowed }) => allowed)).toHaveLength(1);
  });

  it('blocks for longer than the window if the limit has a block time', async () => {
    await limiter().consume(blocking, 'i');
    expect((await limiter().peek(blocking, 'i')).retryAfterSeconds).toBe(600);
    const { allowed, retryAfterSeconds } = await limiter().consume(blocking, 'i');
    expect(allowed).toBe(false);
    expect(retryAfterSeconds).toBeGreaterThan(590);
    expect((await limiter().peek(blocking, 'i')).retryAfterSeconds).toBeGreaterThan(590);
  });

  it('counts the IPv6 networks of one /48 together', async () => {
    const tiered = { ...limit, name: `contract-${randomUUID()}` };
    let allowed = 0;
    for (let n = 0; n < 100; n += 1) {
      const address = `2001:db8:1:${(n * 256).toString(16)}::1`;
      if ((await limiter().consumeForNetwork(tiered, address)).allowed) allowed += 1;
    }
    expect(allowed).toBe(3 * 16);
    expect(await limiter().peekForNetwork(tiered, '2001:db8:1:ffff::1')).toMatchObject({ allowed: false });
    expect(await limiter().peekForNetwork(tiered, '2001:db8:2::1')).toMatchObject({
      allowed: true,
      remaining: 3,
    });
  });

  it('does not charge a refused network to the wider network', async () => {
    const tiered = { ...limit, name: `contract-${randomUUID()}` };
    for (let n = 0; n < 60; n += 1) await limiter().consumeForNetwork(tiered, '2001:db8:1:1::1');
    expect(await limiter().peekForNetwork(tiered, '2001:db8:1:2::1')).toMatchObject({
      allowed: true,
      remaining: 3,
    });
  });

  it('holds points of a network until they are given back, and none of a refused attempt', async () => {
    const tiered = { ...limit, name: `contract-${randomUUID()}`, widePoints: 4 };
    const hold = async (n: number) => (await limiter().holdForNetwork(tiered, `2001:db8:1:${n}::1`)).allowed;
    expect([await hold(1), await hold(1), await hold(1), await hold(1)]).toEqual([true, true, true, false]);
    expect([await hold(2), await hold(2)]).toEqual([true, false]);
    expect((await limiter().peek(tiered, '2001:db8:1:2::/64')).remaining).toBe(2);
    await limiter().giveBackForNetwork(tiered, '2001:db8:1:1::1');
    expect(await hold(2)).toBe(true);
    expect(await hold(1)).toBe(false);
  });

  it('resets the narrowest network alone', async () => {
    const tiered = { ...limit, name: `contract-${randomUUID()}` };
    for (let n = 0; n < 4; n += 1) await limiter().consumeForNetwork(tiered, '2001:db8:1:1::1');
    await limiter().resetForNetwork(tiered, '2001:db8:1:1::1');
    const [, [wider] = [tiered]] = networkTiers(tiered, '2001:db8:1:1::1');
    expect(await limiter().peekForNetwork(tiered, '2001:db8:1:1::1')).toMatchObject({ remaining: 3 });
    expect(await limiter().peek(wider, '2001:db8:1::/56')).toMatchObject({ remaining: 9 });
  });
}
