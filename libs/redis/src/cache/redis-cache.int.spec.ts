import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { openRedis, type RedisConnection } from '../redis-connection.js';
import { cacheContract } from './cache.contract.js';
import { RedisCache } from './redis-cache.js';

const logger = createLogger('test', 'silent');

describeWithServer('RedisCache', startRedis, (server) => {
  const connections: RedisConnection[] = [];
  let cache: RedisCache;
  let otherReplica: RedisCache;

  async function openCache(url = server().url): Promise<RedisCache> {
    const redis = await openRedis(url, logger);
    connections.push(redis);
    return new RedisCache(redis, logger);
  }

  beforeEach(async () => {
    [cache, otherReplica] = [await openCache(), await openCache()];
  });
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  cacheContract(() => cache);

  it('shares a new value with the other processes immediately', async () => {
    await cache.set('shared', 'here', 60_000);
    expect(await otherReplica.get('shared')).toBe('here');
  });

  it('misses without an error during an outage, and works again afterwards', async () => {
    await cache.set('before', 'x', 60_000);
    await server().kill();
    expect(await cache.get('before')).toBeNull();
    await cache.set('meanwhile', 'x', 60_000);
    await server().restart();
    await eventually(async () => {
      await cache.set('after', 'x', 60_000);
      expect(await otherReplica.get('after')).toBe('x');
    });
  });

  it('starts without Redis', async () => {
    const alone = await openCache('redis://127.0.0.1:1');
    await alone.set('a', 'x', 60_000);
    expect(await alone.get('a')).toBeNull();
  });
});
