import { ConfigurationError } from '@waybill/service-kit';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, isListening, listenOn, lockBySocket } from './folder-socket.js';

/** A folder that this process has locked. */
export interface LockedFolder {
  readonly path: string;
  /** Why the folder is not locked against other containers, such as a file system without sockets. */
  readonly socketError?: unknown;
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
  const realPath = await realpath(path);
  const lock = await acquireLock(realPath, label);
  try {
    const { server, socketError } = await acquireFolderLock(realPath, label);
    const release = async () => {
      if (server) await closeServer(server);
      await closeServer(lock);
    };
    return { path, socketError, release };
  } catch (error) {
    await closeServer(lock);
    throw error;
  }
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
    try {
      await listenOn(server, name);
      return server.unref();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    if (isAbstract(name) || (await isListening(name))) throw inUse(path, label);
    await rm(name, { force: true });
  }
}

/** Locks against other containers on the folder, which have abstract sockets of their own. */
async function acquireFolderLock(
  path: string,
  label: FolderLabel,
): Promise<{ server?: Server; socketError?: unknown }> {
  if (process.platform !== 'linux') return {};
  try {
    const server = await lockBySocket(path);
    if (server) return { server };
  } catch (socketError) {
    return { socketError };
  }
  throw inUse(path, label);
}

function inUse(path: string, { noun }: FolderLabel): ConfigurationError {
  return new ConfigurationError(`The ${noun} ${path} is in use by another Waybill that is running.`);
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
