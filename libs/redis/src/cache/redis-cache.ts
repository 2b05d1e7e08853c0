import type { Logger } from '@waybill/service-kit';
import type { RedisConnection } from '../redis-connection.js';
import { Cache } from './cache.js';

const PREFIX = 'cache:';

/** Cache in Redis, shared by all processes. During an outage every `get` is a miss and every `set` is dropped. */
export class RedisCache extends Cache {
  constructor(
    private readonly redis: RedisConnection,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async get(key: string): Promise<string | null> {
    if (this.redis.status !== 'ready') return null;
    return this.redis.get(PREFIX + key).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Reading from the cache in Redis failed');
      return null;
    });
  }

  override async set(key: string, value: string, ttlMs: number): Promise<void> {
    if (this.redis.status !== 'ready') return;
    await this.redis.set(PREFIX + key, value, 'PX', ttlMs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Writing to the cache in Redis failed');
    });
  }
}
