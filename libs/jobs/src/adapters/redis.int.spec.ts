import dns from 'node:dns';
import { NestFactory } from '@nestjs/core';
import { HealthRegistry, ServiceKitModule, createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { describeJobs } from '../jobs.contract.js';
import { JobsModule } from '../jobs.module.js';
import { Jobs, defineJob } from '../jobs.js';
import { Performs } from '../performs.decorator.js';

const timing = { lockMs: 400, stalledCheckIntervalMs: 200, stopTimeoutMs: 300, scheduleCheckIntervalMs: 100 };
const timeouts = { startMs: 2000, replyMs: 1000 };

const count = defineJob({
  name: 'test.count-things',
  data: z.object({ n: z.int() }),
  attempts: 3,
  backoffMs: 10,
  concurrency: 2,
});

type Done = (error: Error) => void;

describeWithServer('jobs in Redis', startRedis, (server) => {
  describeJobs('the contract suite', startRedis, (url, performs) =>
    JobsModule.forRoot({ backend: { kind: 'redis', url }, performs, timing }),
  );

  let observer: Redis;
  let lines: { msg: string; level: number }[];
  const closers: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    observer = new Redis(server().url, { disconnectTimeout: 100 });
    await observer.flushall();
    lines = [];
  });

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    observer.disconnect();
  });

  async function start(url = server().url) {
    const done: number[] = [];
    class Counter {
      @Performs(count)
      count({ n }: z.infer<typeof count.data>): Promise<void> {
        done.push(n);
        return Promise.resolve();
      }
    }
    const logger = createLogger('test', 'info', {
      write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
    });
    const app = await NestFactory.createApplicationContext(
      {
        module: class TestRoot {},
        imports: [
          ServiceKitModule.forRoot(logger),
          JobsModule.forRoot({ backend: { kind: 'redis', url, timeouts }, performs: true, timing }),
        ],
        providers: [Counter],
      },
      { logger: false, abortOnError: false },
    );
    let closed: Promise<void> | undefined;
    const close = () => (closed ??= app.close());
    closers.push(close);
    return { jobs: app.get(Jobs), health: app.get(HealthRegistry), done, close };
  }

  const timesLogged = (text: string) => lines.filter(({ msg }) => msg.includes(text)).length;

  it('performs new and scheduled jobs after Redis has lost all data', async () => {
    const { jobs, done } = await start();
    await jobs.every(count, 300, { n: 1 });
    await eventually(() => expect(done).toContain(1));
    await observer.flushall();
    done.length = 0;
    await eventually(() => expect(done.filter((n) => n === 1).length).toBeGreaterThan(2));
    await jobs.add(count, { n: 2 });
    await eventually(() => expect(done).toContain(2));
  });

  it('keeps jobs when Redis is killed', async () => {
    const { jobs, done } = await start();
    await jobs.add(count, { n: 1 }, { runAt: new Date(Date.now() + 500) });
    await jobs.every(count, 300, { n: 2 });
    await server().kill();
    await server().restart();
    await eventually(() => expect(done).toContain(1));
    done.length = 0;
    await eventually(() => expect(done.filter((n) => n === 2).length).toBeGreaterThan(1));
  });

  it('rejects new jobs immediately while Redis is unavailable, and logs the outage once', async () => {
    const { jobs, health, done } = await start();
    await jobs.add(count, { n: 1 });
    await server().kill();
    await eventually(async () => expect(await health.check()).toMatchObject({ jobs: 'down' }));
    const began = Date.now();
    await expect(jobs.add(count, { n: 2 })).rejects.toThrow('Redis is unavailable');
    await expect(jobs.remove(count, 'a')).rejects.toThrow('Redis is unavailable');
    expect(Date.now() - began).toBeLessThan(5000);

    await server().restart();
    await eventually(async () => expect(await health.check()).toMatchObject({ jobs: 'ok' }));
    await jobs.add(count, { n: 3 });
    await eventually(() => expect(done).toContain(3));
    expect(timesLogged('Redis is unavailable')).toBe(1);
    expect(timesLogged('Redis is available again')).toBe(1);
    expect(timesLogged('failed')).toBe(0);
  });

  it('logs an outage once in which the name of Redis is unknown, as that of a stopped container', async () => {
    const { health } = await start(server().url.replace('127.0.0.1', 'localhost'));
    let lookups = 0;
    const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((name: string, _: unknown, done: Done) => {
      lookups += 1;
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
    }) as typeof dns.lookup);
    await server().kill();
    await eventually(() => expect(lookups).toBeGreaterThan(3));
    lookup.mockRestore();
    await server().restart();
    await eventually(async () => expect(await health.check()).toMatchObject({ jobs: 'ok' }));
    expect(timesLogged('Redis is unavailable')).toBe(1);
    expect(timesLogged('failed')).toBe(0);
  });

  it('stops within five seconds while Redis is unavailable', async () => {
    const { jobs, close } = await start();
    await jobs.add(count, { n: 1 });
    await server().kill();
    const began = Date.now();
    await close();
    expect(Date.now() - began).toBeLessThan(5000);
    await server().restart();
  });

  it('leaves at most thirty keys of completed jobs', async () => {
    const { jobs, done } = await start();
    await Promise.all(Array.from({ length: 200 }, (_, n) => jobs.add(count, { n }, { id: `thing-${n}` })));
    // A busy machine may run a job twice, because its lock has run out.
    await eventually(() => expect(new Set(done).size).toBe(200));
    await eventually(async () => expect((await observer.keys('*')).length).toBeLessThanOrEqual(30));
    const keys = await observer.keys('*');
    expect(keys.filter((key) => !key.startsWith('waybill-jobs:'))).toEqual([]);
  });

  it('leaves no connection open after closing', async () => {
    const { jobs, close } = await start();
    await jobs.add(count, { n: 1 });
    await close();
    await eventually(async () => {
      const clients = String(await observer.client('LIST'))
        .trim()
        .split('\n');
      expect(clients).toHaveLength(1);
    });
  });

  it('warns about a Redis that may evict jobs', async () => {
    const warnings = () => timesLogged('set maxmemory-policy to noeviction');
    await start();
    expect(warnings()).toBe(0);
    await observer.config('SET', 'maxmemory-policy', 'allkeys-lru');
    // BullMQ writes the same warning to the console.
    const console = jest.spyOn(globalThis.console, 'warn').mockImplementation();
    const { close } = await start();
    expect(warnings()).toBe(1);
    await close();
    console.mockRestore();
    await observer.config('SET', 'maxmemory-policy', 'noeviction');
  });

  it('refuses to start without Redis, and names its address', async () => {
    await server().kill();
    const { host } = new URL(server().url);
    await expect(start()).rejects.toThrow(`REDIS_URL: no Redis answers at ${host}.`);
    await server().restart();
  });
});
