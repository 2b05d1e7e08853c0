import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { findProgram } from './programs.js';
import {
  RABBITMQ_FOLDERS,
  RABBITMQ_INSTALLED_BY,
  rabbitMqEnvironment,
  rabbitMqUrl,
  requireAmqp,
} from './rabbitmq.js';
import type { ServerKind } from './server-kind.js';
import { ServerProcess } from './server-process.js';
import { ServerNotAvailable, type ServerStarter, type TestServer } from './test-server.js';

const NODE_COUNT = 3;
const SYNC_TIMEOUT_MS = 240_000;

const PROGRAMS = ['epmd', 'rabbitmq-server', 'rabbitmq-diagnostics'];

/** Writes the node's configuration, then replaces the shell by the node. */
const NODE_SCRIPT = 'printf "%s" "$2" > "$RABBITMQ_CONFIG_FILE.conf" && exec "$1"';

/** One node of a cluster. */
export interface RabbitMqNode {
  readonly url: string;
  /** Ends the node as a crash would. Idempotent. */
  kill(): Promise<void>;
  /** Shuts the node down gracefully. */
  terminate(): Promise<void>;
  /**
   * Starts the node again with its data. Resolves when all quorum queues have their three members again: an operator
   * must wait for that, too, before stopping the next node.
   */
  restart(): Promise<void>;
}

export interface RabbitMqCluster extends TestServer {
  readonly nodes: readonly RabbitMqNode[];
  /** Addresses of all nodes, comma-separated, for RABBITMQ_URL. */
  readonly url: string;
}

/** Three RabbitMQ nodes on this machine, from the installed programs. About 400 MB of memory. */
export const startRabbitMqCluster: ServerStarter<RabbitMqCluster> = Object.assign(start, { unavailable });

function unavailable(): string | null {
  const missing = PROGRAMS.filter((name) => findProgram(name, RABBITMQ_FOLDERS) === null);
  if (missing.length === 0) return null;
  return `A RabbitMQ cluster is not available: ${missing.join(' and ')} (${RABBITMQ_INSTALLED_BY}) is not installed.`;
}

async function start(): Promise<RabbitMqCluster> {
  const [epmd, server, diagnostics] = PROGRAMS.map((name) => findProgram(name, RABBITMQ_FOLDERS));
  if (!epmd || !server || !diagnostics) throw new ServerNotAvailable(unavailable() ?? 'RabbitMQ');
  // A process of its own: an epmd started by a node would end with that node.
  const mapper = await ServerProcess.start(portMapper, [epmd]);
  const nodes: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await mapper.stop();
  };
  try {
    // Start one after the other: each node joins the cluster of the first.
    for (let index = 0; index < NODE_COUNT; index++) {
      nodes.push(await ServerProcess.start(nodeKind(index, mapper.port), [server]));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const inSync = () =>
    eventually(
      () => Promise.all(nodes.map((_, index) => requireDispensable(diagnostics, index, mapper.port))),
      { timeoutMs: SYNC_TIMEOUT_MS },
    );
  return {
    nodes: nodes.map((node) => ({
      url: rabbitMqUrl(node.port),
      kill: () => node.kill(),
      terminate: () => node.terminate(),
      restart: async () => {
        await node.restart();
        await inSync();
      },
    })),
    url: nodes.map(({ port }) => rabbitMqUrl(port)).join(','),
    kill: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
    },
    // Start all nodes together: a cluster that has lost all nodes starts only when a majority starts.
    restart: async () => {
      await Promise.all(nodes.map((node) => node.restart()));
    },
    stop,
  };
}

const portMapper: ServerKind = {
  name: 'epmd',
  programs: ['epmd'],
  installedBy: RABBITMQ_INSTALLED_BY,
  command: ({ ports: [port] }, [epmd = '']) => ({
    file: epmd,
    args: ['-address', '127.0.0.1', '-port', String(port)],
  }),
  checkReady: requireOpenPort,
};

/** Rejects while a quorum queue would lose its majority without the node. */
async function requireDispensable(diagnostics: string, index: number, mapperPort: number): Promise<void> {
  const node = `${nameOf(index, mapperPort)}@localhost`;
  await promisify(execFile)(diagnostics, ['--node', node, 'check_if_node_is_quorum_critical'], {
    env: {
      ...process.env,
      ERL_EPMD_PORT: String(mapperPort),
      RABBITMQ_CTL_ERL_ARGS: `-setcookie ${nameOf(0, mapperPort)}`,
    },
  });
}

function nameOf(index: number, mapperPort: number): string {
  return `waybill-${mapperPort}-${index}`;
}

function nodeKind(index: number, mapperPort: number): ServerKind {
  const members = Array.from({ length: NODE_COUNT }, (_, node) => nameOf(node, mapperPort));
  const configuration = [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...members.map((name, node) => `cluster_formation.classic_config.nodes.${node + 1} = ${name}@localhost`),
    '',
  ].join('\n');
  return {
    name: `RabbitMQ node ${index + 1}`,
    programs: ['rabbitmq-server'],
    installedBy: RABBITMQ_INSTALLED_BY,
    portCount: 2,
    command: ({ folder, ports: [port = 0, distributionPort = 0] }, [server = '']) => ({
      file: '/bin/sh',
      args: ['-c', NODE_SCRIPT, 'sh', server, configuration],
      env: {
        ...rabbitMqEnvironment({
          folder,
          name: nameOf(index, mapperPort),
          port,
          distributionPort,
          mapperPort,
        }),
        // All nodes of a cluster share one Erlang cookie.
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-setcookie ${nameOf(0, mapperPort)}`,
      },
    }),
    checkReady: requireAmqp,
  };
}

function requireOpenPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
