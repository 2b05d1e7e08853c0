import { ConfigurationError } from '@waybill/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of one Waybill, held by one process at a time. */
export interface DataFolder {
  readonly path: string;
  release(): Promise<void>;
}

interface Called {
  readonly noun: string;
  readonly setting: string;
}

const DATA_FOLDER: Called = { noun: 'data folder', setting: 'DATA_DIR' };

/**
 * Makes the folder where it is missing and takes it for this process.
 * @param called what the sentences call it, and what names it
 * @throws ConfigurationError when it cannot be written, or another Waybill holds it
 */
export async function takeDataFolder(path: string, called = DATA_FOLDER): Promise<DataFolder> {
  await ensureWritable(path, called);
  const lock = await hold(await realpath(path), called);
  return { path, release: () => new Promise((resolve) => lock.close(() => resolve())) };
}

async function ensureWritable(path: string, called: Called): Promise<void> {
  const probe = join(path, `.probe-${randomUUID()}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigurationError(
      `${called.setting}: the ${called.noun} ${path} cannot be written (${reason}).`,
    );
  }
}

/**
 * The lock is a listening local socket: the system takes it back the moment its process ends, however that ends,
 * so there is never a stale one to clean up.
 */
async function hold(path: string, called: Called): Promise<Server> {
  const name = lockName(path);
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(name, () => resolve(null));
    });
    if (failure === null) return server.unref();
    if (failure.code !== 'EADDRINUSE') throw failure;
    if (isAbstract(name) || (await isAlive(name))) {
      throw new ConfigurationError(
        `The ${called.noun} ${path} is in use by another Waybill that is running.`,
      );
    }
    await rm(name, { force: true });
  }
}

/** Linux and Windows have socket names outside of the file system; elsewhere a file stays and is probed. */
function lockName(path: string): string {
  const name = `waybill-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

function isAbstract(name: string): boolean {
  return name.startsWith('\0') || name.startsWith('\\\\');
}

async function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
