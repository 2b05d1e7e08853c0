import { ask } from './probes.js';
import { starterOf } from './starter.js';

const settings = ['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'];

/** Redis as the product wants it: append-only file, nothing evicted. `url` is for REDIS_URL. */
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
    async answers(port) {
      const answer = await ask(port, 'PING\r\n');
      if (!answer.toString().startsWith('+PONG')) throw new Error(answer.toString());
    },
  },
  (port) => ({ url: `redis://127.0.0.1:${port}` }),
);

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
