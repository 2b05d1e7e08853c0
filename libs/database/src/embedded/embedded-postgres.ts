import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError, type Logger } from '@waybill/service-kit';
import { findBinaries } from './binaries.js';
import { createCluster, openCluster } from './cluster.js';
import { Launcher } from './launcher.js';
import { exists } from './lock-file.js';
import { type Running, Server } from './server.js';

export interface EmbeddedPostgresOptions {
  /** Made when missing. The database lives in `cluster` below it, the server's messages in `server.log`. */
  readonly folder: string;
  readonly logger?: Logger;
  /** Server settings that differ from ours, such as `fsync: 'off'` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where it listens when it is started; any free port when left out. */
  readonly port?: number;
  /** Starts the server again when it dies while we run; on when left out. */
  readonly revive?: boolean;
}

/** What passes by itself: the leftovers of a killed server need a moment to go, and a port may be snatched. */
const passing = /lock file|shared memory|TCP\/IP sockets/;
const RETRY_FOR_MS = 10_000;
const RETRY_MS = 200;
const WATCH_MS = 500;

/**
 * A PostgreSQL of our own, on 127.0.0.1 alone, from the binaries npm installed. It outlives a `kill -9` of
 * this process, and the next start adopts it.
 */
export class EmbeddedPostgres {
  private readonly watch: NodeJS.Timeout | undefined;
  private reviving: Promise<void> | undefined;

  private constructor(
    private readonly server: Server,
    private running: Running,
    /** Whether the server was running already. */
    readonly adopted: boolean,
    { logger, revive = true }: EmbeddedPostgresOptions,
  ) {
    if (!revive) return;
    this.watch = setInterval(() => {
      if (!exists(this.running.pid)) this.reviving ??= this.revive(logger);
    }, WATCH_MS).unref();
  }

  /**
   * Adopts the server that runs in the folder, or starts one, on a database made when there is none.
   * @throws ConfigurationError one sentence on what is in the way
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
    const server = new Server(binaries, launcher, cluster, password ?? '', options.settings ?? {});
    const { running, adopted } = await findOrLaunch(server, cluster, options.port);
    options.logger?.info({ port: running.port, adopted }, 'PostgreSQL is up');
    return new EmbeddedPostgres(server, running, adopted, options);
  }

  /** Address of the database; the same for as long as this process runs. */
  get url(): string {
    return this.server.url(this.running.port);
  }

  /** Number of the server's process. */
  get pid(): number {
    return this.running.pid;
  }

  /** Ends the server in order and leaves no process behind. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    await this.reviving;
    await this.server.stop(this.running);
  }

  private async revive(logger?: Logger): Promise<void> {
    logger?.warn('PostgreSQL has died and is started again');
    try {
      this.running = (await this.server.find()) ?? (await this.server.launch(this.running.port));
    } catch (error) {
      logger?.error({ err: error }, 'PostgreSQL could not be started again');
    } finally {
      this.reviving = undefined;
    }
  }
}

async function findOrLaunch(
  server: Server,
  cluster: string,
  port: number | undefined,
): Promise<{ running: Running; adopted: boolean }> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      const found = await server.find();
      if (found) return { running: found, adopted: true };
      return { running: await server.launch(port ?? (await freePort())), adopted: false };
    } catch (error) {
      const reason = (error as Error).message.replace(/\.$/, '');
      if (!passing.test(reason) || Date.now() > deadline) {
        throw new ConfigurationError(`The database in ${cluster} does not start: ${reason}.`, {
          cause: error,
        });
      }
      await sleep(RETRY_MS);
    }
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
