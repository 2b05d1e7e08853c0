import { exchange } from './readiness.js';
import { starterOf } from './starter.js';

const settings = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'];

/** Redis with the settings that Waybill requires: append-only file, no eviction. `url` is for REDIS_URL. */
export const startRedis = starterOf(
  {
    name: 'Redis',
    programs: ['redis-server'],
    installedBy: 'apt-get install redis-server',
    image: { name: 'redis:7.2.16-alpine', port: 6379, command: ['redis-server', ...settings] },
    command: ({ folder, ports }, [file = '']) => ({
      file,
      args: ['--bind', '127.0.0.1', '--port', String(ports[0]), '--dir', folder, ...settings],
    }),
    async checkReady(port) {
      const reply = await exchange(port, 'PING\r\n');
      if (!reply.toString().startsWith('+PONG')) throw new Error(reply.toString());
    },
  },
  (port) => ({ url: `redis://127.0.0.1:${port}` }),
);

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
