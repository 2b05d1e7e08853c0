import { existsSync, statfsSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the servers of a run use. Many containers have less there. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Folder for the servers of tests whose data need not last: in memory where there is room. They create and delete some
 * hundred thousand files, and ext4 passes over each inode that was deleted minutes ago before it takes another one.
 */
export function folderForDatabases(): string {
  return hasRoom() ? IN_MEMORY : tmpdir();
}

/** Asks only what never changes while a process runs, because its test files share a server by this folder. */
function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const { blocks, bsize } = statfsSync(IN_MEMORY);
  return memory >= 2 * NEEDED_BYTES && blocks * bsize >= NEEDED_BYTES;
}
