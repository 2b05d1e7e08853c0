import { join } from 'node:path';
import { exchange } from './readiness.js';
import { starterOf } from './starter.js';

/** Protocol header of AMQP 0-9-1, the first bytes of a client. */
const PROTOCOL_HEADER = Buffer.from('AMQP\0\0\x09\x01', 'latin1');

/**
 * Starts the port mapper (epmd) first: RabbitMQ would start one outside the process group, which would survive.
 * `exec` replaces the shell, so that the watched process is RabbitMQ.
 */
const SCRIPT = '"$1" -address 127.0.0.1 -port "$ERL_EPMD_PORT" & exec "$2"';

/** Searched before PATH: Debian's wrapper in PATH requires the rabbitmq user and its home. */
export const RABBITMQ_FOLDERS = ['/usr/lib/rabbitmq/bin'];

/** Debian package of RabbitMQ, for skip messages. */
export const RABBITMQ_INSTALLED_BY = 'apt-get install rabbitmq-server';

/** Lets idle schedulers sleep. By default they spin, and take processor time from other processes of a test. */
const SLEEPING_SCHEDULERS = '+sbwt none +sbwtdcpu none +sbwtdio none';

/** RabbitMQ without plugins. `url` is for RABBITMQ_URL. */
export const startRabbitMq = starterOf(
  {
    name: 'RabbitMQ',
    programs: ['epmd', 'rabbitmq-server'],
    folders: RABBITMQ_FOLDERS,
    installedBy: RABBITMQ_INSTALLED_BY,
    image: { name: 'rabbitmq:4.3.6-alpine', port: 5672 },
    portCount: 3,
    command: (
      { folder, ports: [port = 0, distributionPort = 0, mapperPort = 0] },
      [epmd = '', server = ''],
    ) => ({
      file: '/bin/sh',
      args: ['-c', SCRIPT, 'sh', epmd, server],
      env: rabbitMqEnvironment({ folder, name: `waybill-${port}`, port, distributionPort, mapperPort }),
    }),
    checkReady: requireAmqp,
  },
  (port) => ({ url: rabbitMqUrl(port) }),
);

export type RabbitMqServer = Awaited<ReturnType<typeof startRabbitMq>>;

export interface RabbitMqNodeSettings {
  readonly folder: string;
  /** Erlang name of the node, without its host. */
  readonly name: string;
  readonly port: number;
  readonly distributionPort: number;
  /** Port of epmd. */
  readonly mapperPort: number;
}

/** Environment of a node that keeps all its files in `folder` and listens on 127.0.0.1 only. */
export function rabbitMqEnvironment(settings: RabbitMqNodeSettings): Record<string, string> {
  const { folder, name, port, distributionPort, mapperPort } = settings;
  return {
    RABBITMQ_BASE: folder,
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_PID_FILE: join(folder, 'rabbitmq.pid'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_NODENAME: `${name}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(mapperPort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: SLEEPING_SCHEDULERS,
  };
}

/** Rejects until a server that speaks AMQP 0-9-1 listens on `port`. */
export async function requireAmqp(port: number): Promise<void> {
  const [frameType] = await exchange(port, PROTOCOL_HEADER);
  if (frameType !== 1) throw new Error('The server does not speak AMQP 0-9-1');
}

export function rabbitMqUrl(port: number): string {
  return `amqp://guest:guest@127.0.0.1:${port}`;
}
