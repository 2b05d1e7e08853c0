import type { EventEmitter } from 'node:events';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobsBackend } from '../jobs-backend.js';
import { RedisQueue } from './redis-queue.js';

/** Before the names of all keys, as others may use the same Redis. */
export const PREFIX = 'waybill-jobs';

const MAX_RECONNECT_MS = 2000;

/** In milliseconds. */
export interface RedisPatience {
  /** How long to wait for Redis at the start; Infinity for as long as it takes. */
  readonly start: number;
  /** How long whoever adds a job waits for Redis. */
  readonly answer: number;
  /** How often to look whether Redis lost what is to run again and again. */
  readonly restore: number;
}

export const usualPatience: RedisPatience = { start: 30_000, answer: 5000, restore: 30_000 };

/**
 * BullMQ in Redis. All queues and workers of the process share one connection, and each worker has another to wait on.
 * @throws ConfigurationError when no Redis answers
 */
export async function openRedisBackend(
  url: string,
  logger: Logger,
  patience: RedisPatience,
): Promise<JobsBackend> {
  const redis = new Redis(url, {
    // What a worker does is not given up, but done once Redis is back.
    maxRetriesPerRequest: null,
    disconnectTimeout: 500,
    retryStrategy: (tries) => Math.min(tries * 100, MAX_RECONNECT_MS),
  });
  tellOfOutages(redis, logger);
  await untilReady(redis, patience.start);
  await warnOfEviction(redis, logger);
  return {
    queue: (name, options) => {
      const queue = new Queue(name, { ...options, prefix: PREFIX, connection: redis });
      return new RedisQueue(withoutOutages(queue), redis, patience.answer, patience.restore);
    },
    worker: (name, processor, options) =>
      withoutOutages(new Worker(name, processor, { ...options, prefix: PREFIX, connection: redis })),
    check: async () => {
      if (redis.status !== 'ready') throw new Error('Redis is away');
      await redis.ping();
    },
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

async function untilReady(redis: Redis, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const { host, port } = redis.options;
      const failure = new ConfigurationError(`REDIS_URL: no Redis answers at ${host}:${port}.`);
      if (patienceMs !== Infinity) timer = setTimeout(() => reject(failure), patienceMs);
      redis.once('ready', resolve);
    });
  } catch (error) {
    redis.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Redis in need of memory must refuse a job, not forget another one. */
async function warnOfEviction(redis: Redis, logger: Logger): Promise<void> {
  const [, policy] = /^maxmemory_policy:(.+?)\r?$/m.exec(await redis.info('memory')) ?? [];
  if (policy === undefined || policy === 'noeviction') return;
  logger.warn(
    { policy },
    'Redis may forget jobs when its memory is full: set maxmemory-policy to noeviction',
  );
}

/** Once per outage, for all that share the connection. */
function tellOfOutages(redis: Redis, logger: Logger): void {
  let isAway = false;
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  redis.on('reconnecting', () => {
    if (!isAway) logger.warn({ err: reason }, 'Redis is away: jobs wait');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back: jobs go on');
    isAway = false;
  });
}

/** `emitter`, but it does not tell of outages: each queue and each worker would, at every try to connect. */
function withoutOutages<T extends EventEmitter>(emitter: T): T {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (event, ...values: unknown[]) =>
    event === 'error' && isOutage(values[0]) ? true : emit(event, ...values);
  return emitter;
}

function isOutage(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code);
}
