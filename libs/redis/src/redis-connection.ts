import type { Logger } from '@waybill/service-kit';
import type { Redis } from 'ioredis';
import { logOutages, reconnectOptions } from './redis-outages.js';

const CONNECT_TIMEOUT_MS = 2000;
/** A Redis that replies later than this counts as unavailable, because a user waits for the reply. */
const COMMAND_TIMEOUT_MS = 500;
/**
 * Time without a reply after which the connection to a hanging Redis is closed. Until then each command waits for its
 * own timeout.
 */
const SILENCE_MS = 2000;
/** The connection to Redis that the cache, the rate limiter and the signals of a process share. */
export type RedisConnection = Redis;

/**
 * Connects to Redis, and reconnects after every outage. Resolves after the first attempt, whether it succeeded or not,
 * because no process needs Redis to start.
 * @param url `redis://` or `rediss://`
 */
export async function openRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    ...reconnectOptions,
    // Fail immediately during an outage, so that callers fall back to memory instead of waiting.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  logOutages(redis, logger, {
    begins: 'rate limits are counted per process, nothing is cached, and signals are lost',
    ends: 'rate limits, caches and signals are shared',
  });
  await redis.connect().catch(() => undefined);
  return redis;
}
