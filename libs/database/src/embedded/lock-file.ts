import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FILE = 'postmaster.pid';

/** What PostgreSQL leaves in its folder while it runs, and after it was killed. */
export interface LockFile {
  readonly pid: number;
  readonly port: number;
}

/** Null when no server runs in the cluster, nor was one killed there. */
export async function readLockFile(cluster: string): Promise<LockFile | null> {
  try {
    const lines = (await readFile(join(cluster, FILE), 'utf8')).split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a process of that number exists and is PostgreSQL, rather than one that got a dead server's number. */
export async function isPostgres(pid: number): Promise<boolean> {
  return exists(pid) && (await commandOf(pid)).includes('postgres');
}

/**
 * Frees a cluster whose dead server's number now belongs to another process, as happens when a container
 * restarts. PostgreSQL disregards a lock in its parent's name, which is us, and still refuses to start while
 * leftover processes of the dead server hold its memory; deleting the file would lose that check.
 */
export async function takeOverLockFile(cluster: string): Promise<void> {
  const path = join(cluster, FILE);
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, [String(process.pid), ...rest].join('\n'));
}

export function exists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}
