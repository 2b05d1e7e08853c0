import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nullIfMissing } from '@waybill/service-kit';
import { acceptsConnections, connectionUrl } from './accepts-connections.js';
import type { Binaries } from './binaries.js';
import type { Launcher } from './launcher.js';
import { isProcessAlive, isServerOf, readLockFile, takeOverLockFile } from './lock-file.js';

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** Passed at each start rather than written into the cluster, so that a new version of Waybill can change them. */
const defaults: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  jit: 'off',
};

/** Long enough for a crash recovery. A server that exits is not waited for. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Logged by PostgreSQL once it has started. */
const STARTED = 'database system is ready to accept connections';
/** Holds `STARTED` also after a crash recovery, of which PostgreSQL logs a few lines. */
const START_OF_LOG_BYTES = 64 * 1024;

/** Finds, starts and stops the server of one cluster. */
export class PostgresServer {
  constructor(
    private readonly binaries: Binaries,
    private readonly launcher: Launcher,
    private readonly cluster: string,
    private readonly password: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  url(port: number): string {
    return connectionUrl(this.password, port);
  }

  /**
   * The running server, once it accepts connections; null when none runs.
   */
  async find(): Promise<RunningServer | null> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const lock = await readLockFile(this.cluster);
      if (!lock || !isProcessAlive(lock.pid)) return null;
      if (!(await isServerOf(this.cluster, lock.pid))) {
        if (isProcessAlive(lock.pid)) await takeOverLockFile(this.cluster);
        return null;
      }
      if (await acceptsConnections(this.url(lock.port))) return lock;
      if (Date.now() > deadline)
        throw new Error(`process ${lock.pid} holds the database, but does not answer`);
      await sleep(POLL_MS);
    }
  }

  /**
   * Starts the server. Its log is `server.log`. `server.log.1` is that of the last server that had started: an attempt
   * that fails does not replace it.
   * @throws Error with its last logged error when it exits before it accepts connections
   */
  async launch(port: number): Promise<RunningServer> {
    const log = join(this.cluster, '..', 'server.log');
    if (await isOfStartedServer(log)) await rename(log, `${log}.1`);
    const output = await open(log, 'w', 0o600);
    const settings = Object.entries({ ...defaults, ...this.settings, port: String(port) });
    const child = this.launcher.start(
      this.binaries.postgres,
      ['-D', this.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      output.fd,
    );
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    child.once('exit', () => (failure ??= new Error('it exited')));
    try {
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await acceptsConnections(this.url(port)))) {
        if (failure) throw new Error(await lastLoggedError(log), { cause: failure });
        if (Date.now() > deadline) throw new Error('it does not answer');
        await sleep(POLL_MS);
      }
      return { pid: child.pid ?? 0, port };
    } finally {
      await output.close();
    }
  }

  /** Whether the running server shuts down, for example because of a signal from elsewhere. */
  async isStopping(): Promise<boolean> {
    return (await readLockFile(this.cluster))?.isStopping ?? false;
  }

  /** Shuts the server down: rolls back open transactions and writes everything to disk. */
  async stop({ pid }: RunningServer): Promise<void> {
    await this.end(pid, 'SIGINT');
    await this.end(pid, 'SIGQUIT');
  }

  private async end(pid: number, signal: NodeJS.Signals): Promise<void> {
    if (!(await isServerOf(this.cluster, pid))) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    // Check the process id, not the command line, which an exiting process loses first.
    while (isProcessAlive(pid) && Date.now() < deadline) await sleep(POLL_MS);
  }
}

/** Whether PostgreSQL had started when it wrote this log. Reads its beginning: the log of a long run can be large. */
async function isOfStartedServer(log: string): Promise<boolean> {
  const file = await nullIfMissing(open(log));
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_OF_LOG_BYTES));
    return buffer.toString('utf8', 0, bytesRead).includes(STARTED);
  } finally {
    await file.close();
  }
}

async function lastLoggedError(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).split('\n');
  const reason = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  return reason?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '') ?? `see ${log}`;
}
