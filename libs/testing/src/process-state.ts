import { isProcessAlive } from '@waybill/database';
import { spawnSync } from 'node:child_process';

/** Whether the process still runs. A zombie does not, on any system: there is ps(1) where there is no `/proc`. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform === 'linux') return isProcessAlive(pid);
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  const state = stdout.trim();
  return state !== '' && !state.startsWith('Z') && !state.startsWith('X');
}
