import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Binaries } from './binaries.js';
import { ROLE } from './cluster.js';
import type { Launcher } from './launcher.js';
import { exists, isPostgres, readLockFile, takeOverLockFile } from './lock-file.js';

export interface Running {
  readonly pid: number;
  readonly port: number;
}

/** Ours to change with any version, so they are given at each start and not written into the cluster. */
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

/** Long enough for a crash recovery; a server that refuses to start ends, and is not waited for. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/** The server of one cluster: finds it, starts it, stops it. */
export class Server {
  constructor(
    private readonly binaries: Binaries,
    private readonly launcher: Launcher,
    private readonly cluster: string,
    private readonly password: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  url(port: number): string {
    return `postgresql://${ROLE}:${this.password}@127.0.0.1:${port}/${ROLE}`;
  }

  /**
   * The server that runs already, once it answers; null when none does. That it knows the password proves
   * it is the cluster's own: the exchange authenticates both sides.
   */
  async find(): Promise<Running | null> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const lock = await readLockFile(this.cluster);
      if (!lock || !exists(lock.pid)) return null;
      if (!(await isPostgres(lock.pid))) {
        await takeOverLockFile(this.cluster);
        return null;
      }
      if (await this.answers(lock.port)) return lock;
      if (Date.now() > deadline)
        throw new Error(`process ${lock.pid} holds the database, but does not answer`);
      await sleep(POLL_MS);
    }
  }

  /** Starts the server. @throws with its last words when it ends before it answers */
  async launch(port: number): Promise<Running> {
    const log = join(this.cluster, '..', 'server.log');
    await rename(log, `${log}.1`).catch(ignoreMissing);
    const output = await open(log, 'w', 0o600);
    const settings = Object.entries({ ...defaults, ...this.settings, port: String(port) });
    const child = this.launcher.start(
      this.binaries.postgres,
      ['-D', this.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      output.fd,
    );
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    child.once('exit', () => (failure ??= new Error('it ended')));
    try {
      const deadline = Date.now() + START_TIMEOUT_MS;
      while (!(await this.answers(port))) {
        if (failure) throw new Error(await lastWords(log), { cause: failure });
        if (Date.now() > deadline) throw new Error('it does not answer');
        await sleep(POLL_MS);
      }
      return { pid: child.pid ?? 0, port };
    } finally {
      await output.close();
    }
  }

  /** Ends the server in order: open transactions are rolled back, everything is written. */
  async stop({ pid }: Running): Promise<void> {
    await this.end(pid, 'SIGINT');
    await this.end(pid, 'SIGQUIT');
  }

  private async end(pid: number, signal: NodeJS.Signals): Promise<void> {
    if (!(await isPostgres(pid))) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while ((await isPostgres(pid)) && Date.now() < deadline) await sleep(POLL_MS);
  }

  private async answers(port: number): Promise<boolean> {
    const client = new Client({ connectionString: this.url(port), connectionTimeoutMillis: 5000 });
    client.on('error', ignoreLoss);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(ignoreLoss);
    }
  }
}

/** Why the server gave up, in its own words. */
async function lastWords(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).split('\n');
  const reason = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  return reason?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '') ?? `see ${log}`;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** A probe's connection may break at any time; whether it ever worked is all we ask. */
function ignoreLoss(): void {
  return undefined;
}
