import type { Logger } from '@waybill/service-kit';
import type { Redis, RedisOptions } from 'ioredis';

/**
 * TCP keep-alive: a connection that only listens, for signals or for jobs, sends nothing, and would not notice that the
 * host of Redis is gone.
 */
const KEEP_ALIVE_MS = 10_000;
const MAX_RECONNECT_DELAY_MS = 2000;

/** Options with which a connection notices an outage, and ends it. */
export const reconnectOptions = {
  keepAlive: KEEP_ALIVE_MS,
  reconnectOnError: isReadOnly,
  retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
} satisfies RedisOptions;

/**
 * Whether the server became a replica, which refuses writes. After a failover it can keep its connections, while its
 * name leads to the new primary: then only a new connection helps.
 */
function isReadOnly({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

/** Logs the beginning and the end of each outage once, with what it means to the users of the connection. */
export function logOutages(
  redis: Redis,
  logger: Logger,
  consequences: { readonly begins: string; readonly ends: string },
): void {
  let isUnavailable = false;
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  redis.on('reconnecting', () => {
    if (!isUnavailable) logger.warn({ err: reason }, `Redis is unavailable: ${consequences.begins}`);
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) logger.info(`Redis is available again: ${consequences.ends}`);
    isUnavailable = false;
  });
}
