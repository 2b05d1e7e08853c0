import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import { acceptsConnections, connectionUrl } from './accepts-connections.js';
import { type Binaries, findBinaries } from './binaries.js';
import { createCluster, openCluster } from './cluster.js';
import { Launcher } from './launcher.js';
import { isProcessAlive, readLockFile } from './lock-file.js';
import { PostgresServer, type RunningServer } from './postgres-server.js';

export interface EmbeddedPostgresOptions {
  /** Created if missing. Holds the data in `cluster`, and the logs of PostgreSQL (`PostgresServer.launch`). */
  readonly folder: string;
  readonly logger?: Logger;
  /** Server settings that override the defaults, such as `fsync: 'off'` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Default: any free port. */
  readonly port?: number;
  /** Whether to start the server again when it dies. Default: true. */
  readonly restartOnCrash?: boolean;
}

/** Transient errors: processes of a killed server take a moment to end, and another program may take the port. */
const transient = /lock file|shared memory|TCP\/IP sockets/;
const RETRY_FOR_MS = 10_000;
const RETRY_MS = 200;
const WATCH_MS = 500;
/** Time for Waybill to close its connections, in case it got the same SIGTERM. Its gateway takes four seconds. */
const STOPPING_MS = 5_000;

/**
 * A PostgreSQL server on 127.0.0.1, from the programs that npm installed. It survives a `kill -9` of this process, and
 * the next start adopts it (docs/decisions/embedded-postgresql.md).
 */
export class EmbeddedPostgres {
  private readonly watch: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;
  /** When the server was first seen to shut down, on the clock of `performance`; undefined while it runs. */
  private stoppingSince: number | undefined;
  /** Why the last attempt to start the server again failed; undefined while it runs. */
  private failure: string | undefined;

  private constructor(
    private readonly server: PostgresServer,
    private running: RunningServer,
    /** Whether the server was already running. */
    readonly adopted: boolean,
    { logger, restartOnCrash = true }: EmbeddedPostgresOptions,
  ) {
    if (!restartOnCrash) return;
    this.watch = setInterval(() => {
      this.checking ??= this.check(logger)
        .catch((error: unknown) => logger?.warn({ err: error }, 'Watching PostgreSQL failed'))
        .finally(() => (this.checking = undefined));
    }, WATCH_MS).unref();
  }

  /**
   * Adopts the server that runs in the folder, or starts one. Creates the data folder if needed.
   * @throws ConfigurationError with one sentence when it cannot start
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const folder = resolve(options.folder);
    const cluster = join(folder, 'cluster');
    const binaries = await findBinaries();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const launcher = await Launcher.choose(binaries, folder, cluster);
    let password = await openCluster(binaries, cluster);
    if (password === null) {
      await createCluster(launcher, binaries, cluster);
      password = await openCluster(binaries, cluster);
    }
    const server = new PostgresServer(binaries, launcher, cluster, password ?? '', options.settings ?? {});
    const { running, adopted } = await findOrLaunch(server, cluster, options.port);
    options.logger?.info({ port: running.port, adopted }, 'PostgreSQL is running');
    return new EmbeddedPostgres(server, running, adopted, options);
  }

  /**
   * Waits for the server that another process has started in the folder, and never starts one: the process may run in
   * another container, where its server is not visible from here.
   * @returns its URL
   * @throws ConfigurationError with one sentence when it cannot be reached
   */
  static async urlOfRunning(folder: string, timeoutMs = RETRY_FOR_MS): Promise<string> {
    const cluster = join(resolve(folder), 'cluster');
    const binaries = await findBinaries();
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const url = await findUrl(binaries, cluster);
      if (url && (await acceptsConnections(url))) return url;
      if (Date.now() > deadline) {
        throw new ConfigurationError(
          `The database in ${cluster} is in use by another process, but cannot be reached from here: run this as the same user in the same container.`,
        );
      }
      await sleep(RETRY_MS);
    }
  }

  /** Does not change while this process runs. */
  get url(): string {
    return this.server.url(this.running.port);
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Shuts the server down and waits until its process has ended. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    await this.checking;
    await this.server.stop(this.running);
  }

  private async check(logger?: Logger): Promise<void> {
    if (!isProcessAlive(this.running.pid)) return this.restart(logger);
    if (await this.server.isStopping()) await this.endIfStopping(logger);
    else this.stoppingSince = undefined;
  }

  /** Ends a server that waits for Waybill to close its connections, and meanwhile refuses new ones. */
  private async endIfStopping(logger?: Logger): Promise<void> {
    this.stoppingSince ??= performance.now();
    if (performance.now() - this.stoppingSince < STOPPING_MS) return;
    logger?.warn('PostgreSQL got a signal to shut down and refuses connections, ending it');
    await this.server.stop(this.running);
  }

  private async restart(logger?: Logger): Promise<void> {
    if (this.failure === undefined) logger?.warn('PostgreSQL died, starting it again');
    try {
      this.running = (await this.server.find()) ?? (await this.server.launch(this.running.port));
      this.failure = undefined;
      logger?.info({ port: this.running.port }, 'PostgreSQL is running');
    } catch (error) {
      const reason = (error as Error).message;
      // One line for each reason: the next attempt follows within a second.
      if (reason !== this.failure) logger?.error({ err: error }, 'Starting PostgreSQL again failed');
      this.failure = reason;
    }
  }
}

async function findOrLaunch(
  server: PostgresServer,
  cluster: string,
  port: number | undefined,
): Promise<{ running: RunningServer; adopted: boolean }> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      const found = await server.find();
      if (found) return { running: found, adopted: true };
      return { running: await server.launch(port ?? (await freePort())), adopted: false };
    } catch (error) {
      const reason = (error as Error).message.replace(/\.$/, '');
      if (!transient.test(reason) || Date.now() > deadline) {
        throw new ConfigurationError(`The database in ${cluster} does not start: ${reason}.`, {
          cause: error,
        });
      }
      await sleep(RETRY_MS);
    }
  }
}

/** URL of the server that the lock file names; null while there is none, or when this user may not read the files. */
async function findUrl(binaries: Binaries, cluster: string): Promise<string | null> {
  try {
    const lock = await readLockFile(cluster);
    const password = await openCluster(binaries, cluster);
    return lock && password !== null ? connectionUrl(password, lock.port) : null;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return null;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening, failed) => {
    probe.once('error', failed).listen(0, '127.0.0.1', listening);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
