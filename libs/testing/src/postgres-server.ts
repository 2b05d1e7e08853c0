import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@waybill/database';
import { memoryFolder } from './memory-folder.js';

const DOCKER_SOCKET = '/var/run/docker.sock';
const IMAGE = 'postgres:18.6-alpine';

/** Faster without durability: test data need not survive a crash. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Folder shared by the test files of this process. Module variables are not shared, because Jest reloads modules for
 * each test file. The start time distinguishes processes that got the same id.
 */
const folder = join(
  memoryFolder() ?? tmpdir(),
  `waybill-postgres-${process.pid}-${Math.round(performance.timeOrigin)}`,
);

let server: Promise<string> | undefined;

/**
 * URL of the PostgreSQL server of this process, with a user that may create databases. In this order: `given`, a
 * container if Docker is available, an embedded server. The server stops with the process.
 */
export function postgresServer(given: string | undefined): Promise<string> {
  return (server ??= findServer(given));
}

async function findServer(given: string | undefined): Promise<string> {
  if (given) return given;
  return (await isDockerAvailable()) ? containerServer() : embeddedServer();
}

async function embeddedServer(): Promise<string> {
  const { adopted, pid, url } = await EmbeddedPostgres.start({ folder, settings, restartOnCrash: false });
  if (!adopted) stopWithThisProcess(pid);
  return url;
}

/**
 * Starts a detached shell that stops the server and removes its files when the pipe to this process closes. The pipe
 * closes however this process ends.
 */
function stopWithThisProcess(pid: number): void {
  const script =
    'cat; kill -INT "$1"; tries=0; while kill -0 "$1" && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done; rm -rf "$2"';
  const reaper = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
}

async function containerServer(): Promise<string> {
  const urlFile = `${folder}.url`;
  const known = await readFile(urlFile, 'utf8').catch(() => null);
  if (known) return known;
  // Imported on demand: large, and only useful with Docker. Testcontainers removes the container by itself.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: 'waybill' })
    .withCommand([
      'postgres',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const url = `postgresql://postgres:waybill@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  await writeFile(urlFile, url);
  return url;
}

function isDockerAvailable(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(DOCKER_SOCKET);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
