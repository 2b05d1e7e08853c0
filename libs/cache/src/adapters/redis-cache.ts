import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@waybill/service-kit';
import { Redis } from 'ioredis';
import { Cache } from '../cache.js';

const CONNECT_MS = 2000;
/** A Redis that takes longer saves nobody time. */
const ANSWER_MS = 250;
const MAX_RECONNECT_MS = 2000;
const PREFIX = 'cache:';

/** For many processes: in Redis. While it is away nothing is remembered, and everybody asks where the truth is. */
export class RedisCache extends Cache implements OnApplicationShutdown {
  private constructor(
    private readonly redis: Redis,
    private readonly logger: Logger,
  ) {
    super();
  }

  /** Waits for the first try to connect, whether it succeeds or not: Redis is not needed to start. */
  static async open(url: string, logger: Logger): Promise<RedisCache> {
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: ANSWER_MS,
      disconnectTimeout: ANSWER_MS,
      // What cannot be remembered now is not worth remembering later.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (tries) => Math.min(tries * 100, MAX_RECONNECT_MS),
    });
    // Whoever asks is told; a client that nobody listens to would end the process.
    redis.on('error', () => undefined);
    await redis.connect().catch(() => undefined);
    return new RedisCache(redis, logger);
  }

  override async get(key: string): Promise<string | null> {
    if (this.redis.status !== 'ready') return null;
    return this.redis.get(PREFIX + key).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Redis does not answer: asked where the truth is');
      return null;
    });
  }

  override async set(key: string, value: string, ttlMs: number): Promise<void> {
    if (this.redis.status !== 'ready') return;
    await this.redis.set(PREFIX + key, value, 'PX', ttlMs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Redis does not answer: nothing remembered');
    });
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
