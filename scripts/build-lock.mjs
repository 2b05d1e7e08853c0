import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const POLL_MS = 200;

/**
 * Calls `work` while no other process of this machine holds the lock file at `path`. Two builds at once would delete
 * each other's output. Takes over the lock of a process that ended without releasing it.
 */
export function withBuildLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (!create(path)) {
    const holder = holderOf(path);
    if (holder !== null && !isRunning(holder)) rmSync(path, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function create(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Process id in the lock file; null while its holder writes it, or has just released it. */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

function isRunning(pid) {
  // In a container, a process often has the id that its killed predecessor had.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
