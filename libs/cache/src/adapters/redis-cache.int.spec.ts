import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { cacheContract } from '../cache.contract.js';
import { RedisCache } from './redis-cache.js';

const logger = createLogger('test', 'silent');

describeWithServer('RedisCache', startRedis, (server) => {
  let [here, there]: RedisCache[] = [];

  beforeEach(async () => {
    [here, there] = [
      await RedisCache.open(server().url, logger),
      await RedisCache.open(server().url, logger),
    ];
  });
  afterEach(() => {
    for (const cache of [here, there]) cache!.onApplicationShutdown();
  });

  cacheContract(() => here!);

  it('tells every process what one of them set, at once', async () => {
    await here!.set('told', 'here', 60_000);
    expect(await there!.get('told')).toBe('here');
  });

  it('remembers nothing while Redis is away, without a failure, and goes on when it is back', async () => {
    await here!.set('before', 'x', 60_000);
    await server().kill();
    expect(await here!.get('before')).toBeNull();
    await here!.set('meanwhile', 'x', 60_000);
    await server().restart();
    await eventually(async () => {
      await here!.set('after', 'x', 60_000);
      expect(await there!.get('after')).toBe('x');
    });
  });

  it('starts without Redis', async () => {
    const lonely = await RedisCache.open('redis://127.0.0.1:1', logger);
    await lonely.set('a', 'x', 60_000);
    expect(await lonely.get('a')).toBeNull();
    lonely.onApplicationShutdown();
  });
});
