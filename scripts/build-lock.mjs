import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const POLL_MS = 200;
/** A lock that names no process for this long was left by a crash or a full disk. Its holder writes it immediately. */
const UNWRITTEN_MS = 5_000;
/** No build takes this long. Applies where the start time of a process cannot be read. */
const LONGEST_BUILD_MS = 3_600_000;

/**
 * Calls `work` while no other process of this machine holds the lock file at `path`. Two builds at once would delete
 * each other's output. Takes over the lock of a process that ended without releasing it.
 */
export function withBuildLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let said = false; !create(path);) {
    const lock = read(path);
    if (lock === null) continue;
    if (isAbandoned(lock)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!said)
      process.stderr.write(`Waiting for another build of Waybill (process ${lock.pid}, ${path}) …\n`);
    said = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function create(path) {
  try {
    writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // On a full disk the file is created, but stays empty.
    rmSync(path, { force: true });
    throw error;
  }
}

/** @returns the holder's process id and start, and the age of the lock; null when it has just been released */
function read(path) {
  try {
    const [pid, start = ''] = readFileSync(path, 'utf8').split(' ');
    return { pid: Number(pid) || 0, start, ageMs: Date.now() - statSync(path).mtimeMs };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

/** Whether the holder of a lock has ended, also if another process has its id since a reboot. */
function isAbandoned({ pid, start, ageMs }) {
  if (pid === 0) return ageMs > UNWRITTEN_MS;
  // In a container, a process often has the id that its killed predecessor had.
  if (pid === process.pid || !isRunning(pid)) return true;
  const actual = startOf(pid);
  return start === '' || actual === '' ? ageMs > LONGEST_BUILD_MS : start !== actual;
}

/** Boot and start time of a process, which no later process shares; empty where there is no /proc. */
function startOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The fields follow the command, which may itself contain spaces and parentheses. The start is field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${boot}/${fields[19]}`;
  } catch {
    return '';
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
