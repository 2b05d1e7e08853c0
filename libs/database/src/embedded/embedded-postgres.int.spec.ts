import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { eventually } from '../testing/eventually.js';
import { isProcessAlive } from './lock-file.js';

const asRoot = process.getuid?.() === 0;
const onLinux = process.platform === 'linux';

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

describe('EmbeddedPostgres', () => {
  let parent: string;
  let folder: string;
  const started: EmbeddedPostgres[] = [];

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'waybill-embedded-'));
    await chmod(parent, 0o755);
    folder = join(parent, 'postgres');
  });

  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop();
    await rm(parent, { recursive: true });
  });

  async function start(restartOnCrash = false): Promise<EmbeddedPostgres> {
    const server = await EmbeddedPostgres.start({ folder, restartOnCrash });
    started.push(server);
    return server;
  }

  /** Inserts rows until the server is gone. @returns ids of the acknowledged rows, and a promise of the end */
  async function writeUntilLost(url: string): Promise<{ acknowledged: number[]; lost: Promise<void> }> {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.query('CREATE TABLE parcels (id int PRIMARY KEY)');
    const acknowledged: number[] = [];
    const write = async () => {
      for (let id = 0; ; id += 1) {
        await client.query('INSERT INTO parcels VALUES ($1)', [id]);
        acknowledged.push(id);
      }
    };
    return { acknowledged, lost: write().catch(() => {}) };
  }

  async function killAfter(acknowledged: readonly number[], kill: () => void): Promise<void> {
    await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(50));
    kill();
  }

  async function storedIds(url: string): Promise<number[]> {
    const rows = await eventually(() => query<{ id: number }>(url, 'SELECT id FROM parcels ORDER BY id'));
    return rows.map(({ id }) => id);
  }

  it('creates a database with page checksums, fsync and a locale that is the same everywhere', async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
         current_setting('server_encoding') AS encoding, datlocale
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({ checksums: 'on', fsync: 'on', encoding: 'UTF8', datlocale: 'C.UTF-8' });
  });

  it('requires a password, listens on this machine only and gives no access to files', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      `SELECT rolsuper, current_setting('listen_addresses') AS listens FROM pg_roles WHERE rolname = current_user`,
    );
    expect(row).toEqual({ rolsuper: false, listens: '127.0.0.1' });
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'id'`)).rejects.toThrow('permission denied');
    const { mode } = await stat(join(folder, 'cluster', 'waybill.password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('reports the path of its data folder, which is another one in a copy', async () => {
    const { url } = await start();
    const [row] = await query(url, `SELECT current_setting('data_directory') AS path`);
    expect(row).toEqual({ path: join(folder, 'cluster') });
  });

  it('keeps all data over a stop and leaves no process behind', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE parcels AS SELECT 7 AS id');
    await first.stop();
    expect(isProcessAlive(first.pid)).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await storedIds(second.url)).toEqual([7]);
  });

  it('adopts the server that a killed Waybill left running', async () => {
    const left = await start();
    const adopted = await start();
    expect(adopted.adopted).toBe(true);
    expect([adopted.pid, adopted.url]).toEqual([left.pid, left.url]);
    await adopted.stop();
    expect(isProcessAlive(left.pid)).toBe(false);
  });

  it('starts a killed postmaster again at the same address, with every acknowledged row', async () => {
    const server = await start(true);
    const { acknowledged, lost } = await writeUntilLost(server.url);
    const killed = server.pid;
    await killAfter(acknowledged, () => process.kill(killed, 'SIGKILL'));
    await lost;
    expect(await storedIds(server.url)).toEqual(expect.arrayContaining(acknowledged));
    await eventually(() => expect(server.pid).not.toBe(killed));
    expect(isProcessAlive(server.pid)).toBe(true);
  });

  it('starts a server again that got SIGTERM and waits for the connections of Waybill to end', async () => {
    const server = await start(true);
    const client = new Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    const first = server.pid;
    process.kill(first, 'SIGTERM');
    await eventually(() =>
      expect(query(server.url, 'SELECT 1')).rejects.toThrow('the database system is shutting down'),
    );
    await eventually(() => expect(server.pid).not.toBe(first));
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts after all processes were killed, with every acknowledged row', async () => {
    const server = await start();
    const { acknowledged, lost } = await writeUntilLost(server.url);
    const backends = await query<{ pid: number }>(server.url, 'SELECT pid FROM pg_stat_activity');
    await killAfter(acknowledged, () => {
      for (const pid of [server.pid, ...backends.map(({ pid }) => pid)])
        if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
    });
    await lost;
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await storedIds(next.url)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('starts although the pid of a killed server now belongs to another program', async () => {
    const server = await start();
    const lockFile = join(folder, 'cluster', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await server.stop();
    const { uid, gid } = await stat(join(folder, 'cluster'));
    const unrelated = spawn('sleep', ['600'], asRoot ? { uid, gid } : {});
    await once(unrelated, 'spawn');
    await writeFile(lockFile, lock.replace(/^\d+/, String(unrelated.pid)));
    try {
      expect((await start()).adopted).toBe(false);
    } finally {
      unrelated.kill();
    }
  });

  it('starts although the pid of a killed server now belongs to another PostgreSQL', async () => {
    const server = await start();
    const lockFile = join(folder, 'cluster', 'postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await server.stop();
    const other = await EmbeddedPostgres.start({ folder: join(parent, 'other'), restartOnCrash: false });
    started.push(other);
    await writeFile(lockFile, lock.replace(/^\d+/, String(other.pid)));
    expect((await start()).adopted).toBe(false);
    expect(isProcessAlive(other.pid)).toBe(true);
  });

  it('adopts the server that was started by another path of the same folder', async () => {
    const left = await start();
    const link = join(parent, 'link');
    await symlink(folder, link);
    const adopted = await EmbeddedPostgres.start({ folder: link, restartOnCrash: false });
    expect([adopted.adopted, adopted.pid]).toEqual([true, left.pid]);
  });

  it('adopts the server whose folder was moved while it was running', async () => {
    const left = await start();
    const moved = join(parent, 'moved');
    await rename(folder, moved);
    const adopted = await EmbeddedPostgres.start({ folder: moved, restartOnCrash: false });
    started.push(adopted);
    expect([adopted.adopted, adopted.pid]).toEqual([true, left.pid]);
  });

  it('gives the URL of the server of another process, and starts none where it is not running', async () => {
    const server = await start();
    expect(await EmbeddedPostgres.urlOfRunning(folder)).toBe(server.url);
    await server.stop();
    await expect(EmbeddedPostgres.urlOfRunning(folder, 0)).rejects.toThrow(
      /^The database in .* is in use by another process, but cannot be reached from here: [^.]*\.$/,
    );
    expect(await readdir(join(folder, 'cluster'))).not.toContain('postmaster.pid');
  });

  it('creates the database again after an interrupted creation', async () => {
    await mkdir(join(folder, 'cluster.new', 'base'), { recursive: true });
    await writeFile(join(folder, 'cluster.new', 'PG_VERSION'), '18');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(folder)).not.toContain('cluster.new');
  });

  it('refuses a database of another version in one sentence that says how to move it', async () => {
    await (await start()).stop();
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(
      /^The database in .* was made by PostgreSQL 12, but [^.]*: back up with the earlier release of Waybill, and restore [^.]*\.$/,
    );
  });

  it('explains in one sentence why the server does not start', async () => {
    const never = EmbeddedPostgres.start({
      folder,
      restartOnCrash: false,
      settings: { shared_buffers: 'much' },
    });
    await expect(never).rejects.toThrow(
      /^The database in .* does not start: invalid value for parameter "shared_buffers": "much"\.$/,
    );
  });

  (onLinux ? it : it.skip)(
    "runs in its own session, so that the terminal's Ctrl-C does not reach it",
    async () => {
      const { pid } = await start();
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
      const [group, session] = [Number(fields[2]), Number(fields[3])];
      expect([group, session]).toEqual([pid, pid]);
    },
  );

  // Only root can enter a folder that the database's account may not.
  (asRoot && onLinux ? it : it.skip)(
    'runs as another user than root, even below a folder that it may not enter',
    async () => {
      await chmod(parent, 0o700);
      const server = await start();
      expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const { uid } = await stat(`/proc/${server.pid}`);
      expect(uid).not.toBe(0);
      await server.stop();
      expect((await start()).adopted).toBe(false);
    },
  );
});
