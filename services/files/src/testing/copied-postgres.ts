import { execFile } from 'node:child_process';
import { appendFile, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgres } from '@waybill/database';
import { eventually, temporaryFolder } from '@waybill/testing';
import { DataSource } from 'typeorm';

type Settings = Readonly<Record<string, string>>;

/**
 * A PostgreSQL server, and a byte-for-byte copy of its volume. As in containers, the data folder of both has the same
 * path.
 */
export class CopiedPostgres {
  private readonly servers = new Map<Volume, EmbeddedPostgres>();
  private port: number | undefined;

  private constructor(
    private readonly folder: string,
    private readonly removeFolder: () => Promise<void>,
  ) {}

  /** Starts the original. */
  static async start(): Promise<CopiedPostgres> {
    const folder = await temporaryFolder();
    const servers = new CopiedPostgres(folder.path, () => folder.remove());
    await servers.launch('original');
    return servers;
  }

  url(volume: Volume): string {
    return this.server(volume).url;
  }

  /** Copies the volume while the original runs, like a snapshot of a disk, and starts a server on the copy. */
  async copy(): Promise<void> {
    await promisify(execFile)('cp', ['-a', join(this.folder, 'original'), join(this.folder, 'copy')]);
    await rm(join(this.folder, 'copy/cluster/postmaster.pid'));
    await this.launch('copy');
  }

  /** Stops the server until `resume`. */
  async pause(volume: Volume): Promise<void> {
    this.port = Number(new URL(this.url(volume)).port);
    await this.server(volume).stop();
  }

  /** Starts a paused server again, at the same address. */
  async resume(volume: Volume): Promise<void> {
    await this.launch(volume, this.port);
  }

  /** Runs a statement as the superuser of the original. */
  async execute(sql: string): Promise<void> {
    const url = new URL(this.url('original'));
    [url.username, url.password] = ['postgres', ''];
    await appendFile(
      join(this.folder, 'original/cluster/pg_hba.conf'),
      'host all postgres 127.0.0.1/32 trust\n',
    );
    process.kill(this.server('original').pid, 'SIGHUP');
    const connect = () => new DataSource({ type: 'postgres', url: url.href }).initialize();
    const connection = await eventually(connect);
    try {
      await connection.query(sql);
    } finally {
      await connection.destroy();
    }
  }

  async stop(): Promise<void> {
    for (const server of this.servers.values()) await server.stop();
    await this.removeFolder();
  }

  private server(volume: Volume): EmbeddedPostgres {
    const server = this.servers.get(volume);
    if (!server) throw new Error(`The ${volume} is not running`);
    return server;
  }

  private async launch(volume: Volume, port?: number): Promise<void> {
    const mounted = join(this.folder, 'mounted');
    await mkdir(join(this.folder, volume), { recursive: true });
    await rm(mounted, { force: true });
    await symlink(join(this.folder, volume), mounted);
    const settings: Settings = { fsync: 'off' };
    const server = await EmbeddedPostgres.start({
      folder: mounted,
      settings,
      restartOnCrash: false,
      ...(port && { port }),
    });
    this.servers.set(volume, server);
  }
}

type Volume = 'original' | 'copy';
