import type { Logger } from '@waybill/service-kit';
import type { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 2000;
/** A Redis that replies later than this counts as unavailable, because a user waits for the reply. */
const COMMAND_TIMEOUT_MS = 500;
/**
 * Time without a reply after which the connection to a hanging Redis is closed. Until then each command waits for its
 * own time-out.
 */
const SILENCE_MS = 2000;
/**
 * TCP keep-alive: a connection that only listens for signals sends nothing, and would not notice that the host of Redis
 * is gone.
 */
const KEEP_ALIVE_MS = 10_000;
const MAX_RECONNECT_DELAY_MS = 2000;

/** The connection that the cache and the rate limiter of a process share. */
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
    keepAlive: KEEP_ALIVE_MS,
    // Fail immediately during an outage, so that callers fall back to memory instead of waiting.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    reconnectOnError: isReadOnly,
    retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
  });
  logOutages(redis, logger);
  await redis.connect().catch(() => undefined);
  return redis;
}

/**
 * Whether the server became a replica, which refuses writes. After a failover it can keep its connections, while its
 * name leads to the new primary: then only a new connection helps.
 */
function isReadOnly({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

/** Logs the beginning and the end of each outage once. */
function logOutages(redis: Redis, logger: Logger): void {
  let isUnavailable = false;
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  redis.on('reconnecting', () => {
    if (!isUnavailable) {
      logger.warn(
        { err: reason },
        'Redis is unavailable: rate limits are counted per process, and nothing is cached',
      );
    }
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info('Redis is available again: rate limits and caches are shared');
    isUnavailable = false;
  });
}
