import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { ServiceKitModule, createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { Redis } from 'ioredis';
import { LimiterModule } from '../limiter.module.js';
import { rateLimiterContract } from '../rate-limiter.contract.js';
import { RateLimiter } from '../rate-limiter.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';

const logger = createLogger('test', 'silent');

describeWithServer('RedisRateLimiter', startRedis, (server) => {
  const opened: RedisRateLimiter[] = [];
  let limiter: RedisRateLimiter;

  async function open(url = server().url): Promise<RedisRateLimiter> {
    const another = await RedisRateLimiter.open(url, logger);
    opened.push(another);
    return another;
  }

  beforeEach(async () => {
    limiter = await open();
  });

  afterEach(() => {
    for (const one of opened.splice(0)) one.onApplicationShutdown();
  });

  rateLimiterContract(() => limiter);

  const newLimit = () => ({ name: `test-${randomUUID()}`, points: 3, windowSeconds: 60 });

  it('counts for all processes as one', async () => {
    const others = [limiter, await open(), await open()];
    const limit = newLimit();
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, n) => others[n % 3]!.consume(limit, 'a')),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(await others[2]!.peek(limit, 'a')).toMatchObject({ allowed: false, remaining: 0 });
    await others[1]!.reset(limit, 'a');
    expect(await others[0]!.peek(limit, 'a')).toMatchObject({ allowed: true, remaining: 3 });
  });

  it('keeps no counter that has had its time', async () => {
    const redis = new Redis(server().url, { disconnectTimeout: 100 });
    await redis.flushall();
    await limiter.consume({ ...newLimit(), windowSeconds: 1 }, 'a');
    await limiter.consume({ ...newLimit(), points: 0, windowSeconds: 1, blockSeconds: 1 }, 'b');
    expect(await redis.keys('limit:*')).toHaveLength(2);
    await eventually(async () => expect(await redis.keys('*')).toEqual([]));
    redis.disconnect();
  });

  it('limits each process on its own while Redis is away, and all together once it is back', async () => {
    const [limit, other] = [newLimit(), await open()];
    await limiter.consume(limit, 'a');
    await server().kill();
    const spent = [];
    for (let n = 0; n < 5; n++) spent.push((await limiter.consume(limit, 'a')).allowed);
    expect(spent).toEqual([true, true, true, false, false]);
    expect((await limiter.peek(limit, 'a')).allowed).toBe(false);
    expect((await other.consume(limit, 'a')).allowed).toBe(true);
    await limiter.reset(limit, 'a');

    await server().restart();
    // The point that was spent before is still there.
    await eventually(async () => {
      expect((await limiter.peek(limit, 'a')).remaining).toBe(2);
      expect((await other.peek(limit, 'a')).remaining).toBe(2);
    });
    await limiter.consume(limit, 'a');
    expect((await other.peek(limit, 'a')).remaining).toBe(1);
  });

  it('starts without Redis, and finds it later', async () => {
    await server().kill();
    const early = await open();
    const limit = newLimit();
    expect((await early.consume(limit, 'a')).allowed).toBe(true);
    await server().restart();
    const other = await open();
    await other.consume(limit, 'b');
    await eventually(async () => expect((await early.peek(limit, 'b')).remaining).toBe(2));
  });

  it('does not wait for a Redis that takes questions and answers none', async () => {
    const silent = createServer((socket) => socket.resume())
      .listen(0, '127.0.0.1')
      .unref();
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const limited = await open(`redis://127.0.0.1:${port}`);
    const began = Date.now();
    expect((await limited.consume(newLimit(), 'a')).allowed).toBe(true);
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it('is what a process gets that asks for Redis', async () => {
    const app = await NestFactory.createApplicationContext(
      {
        module: class TestRoot {},
        imports: [ServiceKitModule.forRoot(logger), LimiterModule.forRedis(server().url)],
      },
      { logger: false, abortOnError: false },
    );
    const limit = newLimit();
    await app.get(RateLimiter).consume(limit, 'a');
    expect((await limiter.peek(limit, 'a')).remaining).toBe(2);
    await app.close();
  });
});
