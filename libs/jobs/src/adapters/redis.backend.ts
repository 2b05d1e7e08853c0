import type { EventEmitter } from 'node:events';
import { logOutages, reconnectOptions } from '@waybill/redis';
import { ConfigurationError, connectionErrorCodes, type Logger, withTimeout } from '@waybill/service-kit';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobsBackend } from '../jobs-backend.js';
import { RedisQueue } from './redis-queue.js';

/** First part of all keys: other applications may use the same Redis. */
export const PREFIX = 'waybill-jobs';

export interface RedisTimeouts {
  /** Time for which a start waits for Redis; `Infinity` for no limit. */
  readonly startMs: number;
  /** Time for which enqueueing a job waits for Redis. */
  readonly replyMs: number;
}

export const defaultTimeouts: RedisTimeouts = { startMs: 30_000, replyMs: 5000 };

/**
 * BullMQ in Redis. All queues and workers of the process share one connection. Each worker has a second one, which it
 * blocks while it waits for jobs.
 * @throws ConfigurationError when no Redis answers
 */
export async function openRedisBackend(
  url: string,
  logger: Logger,
  timeouts: RedisTimeouts,
): Promise<JobsBackend> {
  const redis = new Redis(url, {
    // No limit of retries: commands of workers wait until Redis is available.
    maxRetriesPerRequest: null,
    disconnectTimeout: 500,
    ...reconnectOptions,
  });
  logOutages(redis, logger, { begins: 'jobs wait', ends: 'jobs continue' });
  await waitUntilReady(redis, timeouts.startMs);
  await warnAboutEviction(redis, logger);
  return {
    queue: (name, options) => {
      const queue = new Queue(name, { ...options, prefix: PREFIX, connection: redis });
      return new RedisQueue(suppressOutageErrors(queue), redis, timeouts.replyMs);
    },
    worker: (name, processor, options) =>
      suppressOutageErrors(new Worker(name, processor, { ...options, prefix: PREFIX, connection: redis })),
    check: async () => {
      if (redis.status !== 'ready') throw new Error('Redis is unavailable');
      await redis.ping();
    },
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

async function waitUntilReady(redis: Redis, timeoutMs: number): Promise<void> {
  const { host, port } = redis.options;
  const ready = new Promise<void>((resolve) => redis.once('ready', resolve));
  try {
    await withTimeout(
      timeoutMs,
      ready,
      () => new ConfigurationError(`REDIS_URL: no Redis answers at ${host}:${port}.`),
    );
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/** Warns if Redis may evict jobs: when its memory is full, it must refuse new jobs instead. */
async function warnAboutEviction(redis: Redis, logger: Logger): Promise<void> {
  const [, policy] = /^maxmemory_policy:(.+?)\r?$/m.exec(await redis.info('memory')) ?? [];
  if (policy === undefined || policy === 'noeviction') return;
  logger.warn({ policy }, 'Redis may evict jobs when its memory is full: set maxmemory-policy to noeviction');
}

/** Drops errors of lost connections: each queue and worker would emit one at every attempt to reconnect. */
function suppressOutageErrors<T extends EventEmitter>(emitter: T): T {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (event, ...values: unknown[]) =>
    event === 'error' && isOutage(values[0]) ? true : emit(event, ...values);
  return emitter;
}

function isOutage(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return connectionErrorCodes.includes(code);
}
