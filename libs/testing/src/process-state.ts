import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether the process still runs. A zombie does not: it has ended and only keeps its id until its parent reaps it,
 * which `process.kill(pid, 0)` cannot distinguish from a running process.
 */
export function isProcessRunning(pid: number): boolean {
  const state = processState(pid);
  return state !== '' && !state.startsWith('Z') && !state.startsWith('X');
}

/** State letter of ps(1), such as `S` or `Z`. Empty if there is no such process. */
function processState(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The state follows the command name, which is in parentheses and can contain any character.
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  } catch {
    return '';
  }
}
