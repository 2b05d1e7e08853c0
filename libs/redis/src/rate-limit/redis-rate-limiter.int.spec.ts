import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { createLogger, ServiceKitModule } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { Redis } from 'ioredis';
import { Cache } from '../cache/cache.js';
import { CacheModule } from '../cache/cache.module.js';
import { openRedis, type RedisConnection } from '../redis-connection.js';
import { rateLimiterContract } from './rate-limiter.contract.js';
import { RateLimiter } from './rate-limiter.js';
import { RateLimiterModule } from './rate-limiter.module.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';

const logger = createLogger('test', 'silent');

describeWithServer('RedisRateLimiter', startRedis, (server) => {
  const connections: RedisConnection[] = [];
  let limiter: RedisRateLimiter;

  async function openConnection(url = server().url): Promise<RedisConnection> {
    const redis = await openRedis(url, logger);
    connections.push(redis);
    return redis;
  }

  const openLimiter = async (url?: string) => new RedisRateLimiter(await openConnection(url));

  beforeEach(async () => {
    limiter = await openLimiter();
  });

  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  rateLimiterContract(() => limiter);

  const newLimit = () => ({ name: `test-${randomUUID()}`, points: 3, windowSeconds: 60 });

  it('counts all processes together', async () => {
    const limiters = [limiter, await openLimiter(), await openLimiter()];
    const limit = newLimit();
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, n) => limiters[n % 3]!.consume(limit, 'a')),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(await limiters[2]!.peek(limit, 'a')).toMatchObject({ allowed: false, remaining: 0 });
    await limiters[1]!.reset(limit, 'a');
    expect(await limiters[0]!.peek(limit, 'a')).toMatchObject({ allowed: true, remaining: 3 });
  });

  it('leaves no counter in Redis after its window and block', async () => {
    const redis = new Redis(server().url, { disconnectTimeout: 100 });
    await redis.flushall();
    await limiter.consume({ ...newLimit(), windowSeconds: 1 }, 'a');
    await limiter.consume({ ...newLimit(), points: 0, windowSeconds: 1, blockSeconds: 1 }, 'b');
    expect(await redis.keys('limit:*')).toHaveLength(2);
    await eventually(async () => expect(await redis.keys('*')).toEqual([]));
    redis.disconnect();
  });

  it('limits each process on its own during an outage, and all together afterwards', async () => {
    const [limit, other] = [newLimit(), await openLimiter()];
    await limiter.consume(limit, 'a');
    await server().kill();
    const allowed = [];
    for (let n = 0; n < 5; n++) allowed.push((await limiter.consume(limit, 'a')).allowed);
    expect(allowed).toEqual([true, true, true, false, false]);
    expect((await limiter.peek(limit, 'a')).allowed).toBe(false);
    for (let n = 0; n < 3; n++) expect((await other.consume(limit, 'a')).allowed).toBe(true);
    await limiter.reset(limit, 'a');

    await server().restart();
    // Only Redis has two points left: `limiter` counts three in its memory, and `other` none.
    await eventually(async () => {
      expect((await limiter.peek(limit, 'a')).remaining).toBe(2);
      expect((await other.peek(limit, 'a')).remaining).toBe(2);
    });
    await limiter.consume(limit, 'a');
    expect((await other.peek(limit, 'a')).remaining).toBe(1);
  });

  it('starts without Redis, and connects to it later', async () => {
    await server().kill();
    const early = await openLimiter();
    const limit = newLimit();
    expect((await early.consume(limit, 'a')).allowed).toBe(true);
    await server().restart();
    const other = await openLimiter();
    await other.consume(limit, 'b');
    await eventually(async () => expect((await early.peek(limit, 'b')).remaining).toBe(2));
  });

  it('falls back to memory when Redis accepts commands and never replies', async () => {
    const silent = createServer((socket) => socket.resume())
      .listen(0, '127.0.0.1')
      .unref();
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const limited = await openLimiter(`redis://127.0.0.1:${port}`);
    const startedAt = Date.now();
    expect((await limited.consume(newLimit(), 'a')).allowed).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('shares one connection with the cache in a process', async () => {
    const redis = await openConnection();
    const app = await NestFactory.createApplicationContext(
      {
        module: class TestRoot {},
        imports: [
          ServiceKitModule.forRoot(logger),
          RateLimiterModule.forRedis(redis),
          CacheModule.forRedis(redis),
        ],
      },
      { logger: false, abortOnError: false },
    );
    const limit = newLimit();
    await app.get(RateLimiter).consume(limit, 'a');
    expect((await limiter.peek(limit, 'a')).remaining).toBe(2);
    await app.get(Cache).set('key', 'value', 60_000);
    expect(await redis.get('cache:key')).toBe('value');
    await app.close();
  });
});
