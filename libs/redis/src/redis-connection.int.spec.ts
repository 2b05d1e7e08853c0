import { createLogger } from '@waybill/service-kit';
import { describeWithServer, eventually, startRedis } from '@waybill/testing';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { RedisCache } from './cache/redis-cache.js';
import { openRedis } from './redis-connection.js';

const logger = createLogger('test', 'silent');

/** A proxy in front of Redis that can hang: it accepts connections, and passes nothing on. */
async function startHangingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    if (hangs) return;
    const redis = connect(Number(port), hostname);
    sockets.add(redis.on('error', () => undefined));
    client.pipe(redis).pipe(client);
    client.once('close', () => redis.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const destroy = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: () => {
      hangs = true;
      sockets.forEach((socket) => socket.unpipe().pause());
    },
    resume: () => {
      hangs = false;
      destroy();
    },
    stop: () => {
      destroy();
      server.close();
    },
  };
}

describeWithServer('a Redis that became a replica', startRedis, (server) => {
  it('a connection to a Redis that became a read-only replica is opened again, so that it finds the new primary', async () => {
    const admin = await openRedis(server().url, logger);
    const redis = await openRedis(server().url, logger);
    const cache = new RedisCache(redis, logger);
    const idOf = () => redis.client('ID');
    const before = await idOf();
    await admin.replicaof('127.0.0.1', 1);
    await cache.set('key', 'value', 60_000).catch(() => undefined);
    await eventually(async () => expect(await idOf()).not.toBe(before));
    await admin.replicaof('NO', 'ONE');
    await eventually(async () => {
      await cache.set('key', 'value', 60_000);
      expect(await cache.get('key')).toBe('value');
    });
    redis.disconnect();
    admin.disconnect();
  });
});

describeWithServer('a connection to a Redis that hangs', startRedis, (server) => {
  it('a connection to a Redis that hangs is given up after seconds, so that calls do not wait for each command, and is opened again', async () => {
    const proxy = await startHangingProxy(server().url);
    const redis = await openRedis(proxy.url, logger);
    const cache = new RedisCache(redis, logger);
    await cache.set('key', 'before', 60_000);
    expect(await cache.get('key')).toBe('before');
    proxy.hang();
    await eventually(
      async () => {
        const startedAt = performance.now();
        expect(await cache.get('key')).toBeNull();
        expect(performance.now() - startedAt).toBeLessThan(100);
      },
      { timeoutMs: 10_000 },
    );
    expect(redis.status).not.toBe('ready');
    proxy.resume();
    await eventually(async () => expect(await cache.get('key')).toBe('before'), { timeoutMs: 20_000 });
    redis.disconnect();
    proxy.stop();
  });
});
