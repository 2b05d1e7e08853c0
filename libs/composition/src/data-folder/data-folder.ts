import { ConfigurationError } from '@waybill/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that this process has locked. */
export interface LockedFolder {
  readonly path: string;
  release(): Promise<void>;
}

/** Names for error messages: the kind of folder, and the setting that chooses it. */
interface FolderLabel {
  readonly noun: string;
  readonly setting: string;
}

const DATA_FOLDER: FolderLabel = { noun: 'data folder', setting: 'DATA_DIR' };

/**
 * Creates the folder if needed and locks it for this process (docs/decisions/one-process-per-data-folder.md).
 * @throws ConfigurationError when the folder is not writable, or another process holds the lock
 */
export async function lockFolder(path: string, label = DATA_FOLDER): Promise<LockedFolder> {
  await ensureWritable(path, label);
  const lock = await acquireLock(await realpath(path), label);
  return { path, release: () => new Promise((resolve) => lock.close(() => resolve())) };
}

async function ensureWritable(path: string, label: FolderLabel): Promise<void> {
  const probe = join(path, `.probe-${randomUUID()}`);
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigurationError(
      `${label.setting}: the ${label.noun} ${path} cannot be written (${reason}).`,
    );
  }
}

/**
 * Locks by listening on a local socket, which the operating system frees when the process ends, even by `kill -9`.
 */
async function acquireLock(path: string, label: FolderLabel): Promise<Server> {
  const name = socketName(path);
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(name, () => resolve(null));
    });
    if (failure === null) return server.unref();
    if (failure.code !== 'EADDRINUSE') throw failure;
    if (isAbstract(name) || (await acceptsConnections(name))) {
      throw new ConfigurationError(`The ${label.noun} ${path} is in use by another Waybill that is running.`);
    }
    await rm(name, { force: true });
  }
}

/**
 * Name of the lock's socket. On Linux and Windows it is outside the file system. Elsewhere the socket is a file,
 * which is left behind by a crash.
 */
function socketName(path: string): string {
  const name = `waybill-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

function isAbstract(name: string): boolean {
  return name.startsWith('\0') || name.startsWith('\\\\');
}

async function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
