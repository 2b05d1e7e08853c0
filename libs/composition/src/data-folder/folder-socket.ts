import { randomUUID } from 'node:crypto';
import { chmod, link, open, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

const LOCK_FILE = /^\.lock-(\d+)$/;

/**
 * Locks a folder on Linux by listening on a socket file in it, `.lock-<n>`. Every container on the folder can connect
 * to it. The file outlives its process and then refuses connections, so the next process takes the next number: only
 * one can create it.
 * @returns null when another process holds the lock
 * @throws Error when the file system has no sockets or no hard links
 */
export async function lockBySocket(folder: string): Promise<Server | null> {
  const opened = await open(folder);
  try {
    // The path of a socket has at most 107 bytes, so do not use that of the folder.
    return await lockNext(`/proc/self/fd/${opened.fd}`);
  } finally {
    await opened.close();
  }
}

export function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Whether a process listens on the socket. True also if this user may not connect, or the backlog is full. */
export async function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(code)),
    );
  });
}

async function lockNext(folder: string): Promise<Server | null> {
  const last = Math.max(0, ...(await lockNumbers(folder)));
  if (await isListening(lockFile(folder, last))) return null;
  const server = createServer((socket) => socket.destroy());
  const draft = join(folder, `.lock-${randomUUID()}`);
  try {
    // Listen before the file gets its name: a lock file that refuses connections is one of a dead process.
    await listenOn(server, draft);
    // Without write access, a process of another user could not see that the lock is stale.
    await chmod(draft, 0o666);
    await link(draft, lockFile(folder, last + 1));
    if (await isNewest(folder, last + 1)) return server.unref();
    await closeServer(server);
    return null;
  } catch (error) {
    await closeServer(server).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Deletes the lock files with a lower number. The newest file is never deleted, not even by its own process: a process
 * that read the folder before could create the same number again.
 * @returns false if there is a file with a higher number; then only the file `own` is deleted
 */
async function isNewest(folder: string, own: number): Promise<boolean> {
  const numbers = await lockNumbers(folder);
  if (numbers.some((number) => number > own)) {
    await rm(lockFile(folder, own), { force: true });
    return false;
  }
  for (const number of numbers) if (number < own) await rm(lockFile(folder, number), { force: true });
  return true;
}

async function lockNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => LOCK_FILE.exec(name)?.[1] ?? []).map(Number);
}

function lockFile(folder: string, number: number): string {
  return join(folder, `.lock-${number}`);
}
