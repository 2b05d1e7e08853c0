import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@waybill/database';

const DOCKER_SOCKET = '/var/run/docker.sock';
const IMAGE = 'postgres:18.6-alpine';

/** Speed before safety: the data of a test need not outlive a crash. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Files of this process alone: a module's memory does not reach from one test file to the next, as Jest loads
 * every module anew for each. The start time tells processes of the same number apart.
 */
const place = join(tmpdir(), `waybill-postgres-${process.pid}-${Math.round(performance.timeOrigin)}`);

let server: Promise<string> | undefined;

/**
 * Address of this process's PostgreSQL, whose user may create databases: TEST_DATABASE_URL's where that is
 * set, else one in a container where Docker answers, else an embedded one. It ends with the process.
 */
export function postgresServer(given: string | undefined): Promise<string> {
  return (server ??= findServer(given));
}

async function findServer(given: string | undefined): Promise<string> {
  if (given) return given;
  return (await dockerAnswers()) ? containerServer() : embeddedServer();
}

async function embeddedServer(): Promise<string> {
  const { adopted, pid, url } = await EmbeddedPostgres.start({ folder: place, settings, revive: false });
  if (!adopted) endWithUs(pid);
  return url;
}

/**
 * Leaves a guard behind that ends the server and removes its files once our end of the pipe closes, which
 * happens however this process ends.
 */
function endWithUs(pid: number): void {
  const script =
    'cat; kill -INT "$1"; tries=0; while kill -0 "$1" && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done; rm -rf "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid), place], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
}

async function containerServer(): Promise<string> {
  const note = `${place}.url`;
  const known = await readFile(note, 'utf8').catch(() => null);
  if (known) return known;
  // Loaded only here: it is large, and of no use without Docker. Its own guard removes the container.
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
  await writeFile(note, url);
  return url;
}

function dockerAnswers(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(DOCKER_SOCKET);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
