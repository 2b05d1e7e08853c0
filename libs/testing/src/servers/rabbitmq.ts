import { join } from 'node:path';
import { ask } from './probes.js';
import { starterOf } from './starter.js';

/** What a client of AMQP 0-9-1 says first. */
const HELLO = Buffer.from('AMQP\0\0\x09\x01', 'latin1');

/**
 * The port mapper must be there first: RabbitMQ would start one that leaves the process group and stays behind.
 * `exec` makes RabbitMQ the process that is waited for.
 */
const SCRIPT = '"$1" -address 127.0.0.1 -port "$ERL_EPMD_PORT" & exec "$2"';

/** RabbitMQ without plugins. `url` is for RABBITMQ_URL. */
export const startRabbitMq = starterOf(
  {
    name: 'RabbitMQ',
    programs: ['epmd', 'rabbitmq-server'],
    // First, as the wrapper that Debian puts into PATH insists on a user and a home of its own.
    folders: ['/usr/lib/rabbitmq/bin'],
    installedBy: 'apt-get install rabbitmq-server',
    image: { name: 'rabbitmq:4.3.6-alpine', port: 5672 },
    portCount: 3,
    command: ({ folder, ports: [port, distributionPort, mapperPort] }, [epmd = '', server = '']) => ({
      file: '/bin/sh',
      args: ['-c', SCRIPT, 'sh', epmd, server],
      env: {
        RABBITMQ_BASE: folder,
        RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
        RABBITMQ_LOG_BASE: join(folder, 'log'),
        RABBITMQ_LOGS: '-',
        RABBITMQ_PID_FILE: join(folder, 'rabbitmq.pid'),
        RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
        RABBITMQ_NODENAME: `waybill-${port}@localhost`,
        RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
        RABBITMQ_NODE_PORT: String(port),
        RABBITMQ_DIST_PORT: String(distributionPort),
        ERL_EPMD_ADDRESS: '127.0.0.1',
        ERL_EPMD_PORT: String(mapperPort),
      },
    }),
    async answers(port) {
      const [frameType] = await ask(port, HELLO);
      if (frameType !== 1) throw new Error('It speaks another protocol');
    },
  },
  (port) => ({ url: `amqp://guest:guest@127.0.0.1:${port}` }),
);

export type RabbitMqServer = Awaited<ReturnType<typeof startRabbitMq>>;
