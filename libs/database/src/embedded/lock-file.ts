import { nullIfMissing } from '@waybill/service-kit';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const FILE = 'postmaster.pid';
const EXIT_TIMEOUT_MS = 5000;
const POLL_MS = 20;

/** PostgreSQL's lock file: present while the server runs, and after it was killed. */
export interface LockFile {
  readonly pid: number;
  readonly port: number;
  /** Whether the server shuts down. After SIGTERM it refuses new connections until the last open one has ended. */
  readonly isStopping: boolean;
}

/** @returns null when there is no lock file: no server runs, and none was killed */
export async function readLockFile(cluster: string): Promise<LockFile | null> {
  const text = await nullIfMissing(readFile(join(cluster, FILE), 'utf8'));
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), isStopping: lines[7]?.trim() === 'stopping' };
}

/**
 * Whether the process exists and is the server of this cluster, rather than another program that was given a dead
 * server's pid, maybe another PostgreSQL. Waits for a process without a command line, because one that exits loses it
 * before its process id. Kernel threads never have one.
 */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  const deadline = Date.now() + EXIT_TIMEOUT_MS;
  while (isProcessAlive(pid) && Date.now() < deadline) {
    const command = await commandOf(pid);
    if (command !== '') return isServedFrom(cluster, pid, dataFolderIn(command));
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * Frees a cluster whose lock file names an unrelated process: pids are reused, for example when a container restarts.
 * Writes our own pid, since PostgreSQL ignores a lock held by its parent process. Deleting the file would also drop
 * PostgreSQL's check for leftover processes that still use its shared memory.
 */
export async function takeOverLockFile(cluster: string): Promise<void> {
  const path = join(cluster, FILE);
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [String(process.pid), ...rest].join('\n'));
}

/**
 * Whether the process runs. A zombie does not: it has ended, and keeps its id until its parent, often PID 1, reaps it.
 */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || isZombie(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  try {
    // The state follows the command, which may itself contain parentheses.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // There is no /proc, or the process has ended.
    return false;
  }
}

async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    }
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}

/** The folder in a command line as `PostgresServer.launch` writes it. */
function dataFolderIn(command: string): string | undefined {
  return / -D (.+?) -c /.exec(command)?.[1];
}

/** @param folder the folder in the command line of the process */
async function isServedFrom(cluster: string, pid: number, folder: string | undefined): Promise<boolean> {
  if (folder === undefined || folder === cluster) return folder === cluster;
  try {
    return await isSameFolder(cluster, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false;
  }
  // The folder was moved under the running server, whose working directory it still is. Where that cannot be read,
  // count it as the server: a second one would destroy the database.
  return isSameFolder(cluster, `/proc/${pid}/cwd`).catch(() => true);
}

/** Whether both paths lead to one folder, also through links and mounts. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [{ dev, ino }, found] = await Promise.all([stat(one), stat(other)]);
  return dev === found.dev && ino === found.ino;
}
