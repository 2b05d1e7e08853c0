import { existsSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times the size of the files of a test run and its servers. The folder is smaller in many containers. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Folder in memory for files of tests, which need not survive a crash; null where it lacks room. Tests create and
 * delete some hundred thousand files. On a disk, ext4 would skip each recently deleted inode before it allocates
 * another one.
 */
export function memoryFolder(): string | null {
  return hasRoom() ? IN_MEMORY : null;
}

/**
 * Checks only sizes that do not change while a process runs: its test files share a server by this folder, so all of
 * them must choose the same.
 */
function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const { blocks, bsize } = statfsSync(IN_MEMORY);
  return memory >= 2 * NEEDED_BYTES && blocks * bsize >= NEEDED_BYTES;
}
