import { existsSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the servers and files of a run use. Many containers have less there. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Folder in memory for files of tests, which need not last, or null where it lacks room. Tests create and delete some
 * hundred thousand files, and ext4 passes over each inode that was deleted minutes ago before it takes another one.
 */
export function memoryFolder(): string | null {
  return hasRoom() ? IN_MEMORY : null;
}

/** Asks only what never changes while a process runs, because its test files share a server by this folder. */
function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const { blocks, bsize } = statfsSync(IN_MEMORY);
  return memory >= 2 * NEEDED_BYTES && blocks * bsize >= NEEDED_BYTES;
}
