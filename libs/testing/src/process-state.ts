import { isProcessAlive } from '@waybill/database';
import { spawnSync } from 'node:child_process';

/** Whether the process still runs. A zombie does not. Uses ps(1) on systems without `/proc`. */
export function isProcessRunning(pid: number): boolean {
  if (process.platform === 'linux') return isProcessAlive(pid);
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  const state = stdout.trim();
  return state !== '' && !state.startsWith('Z') && !state.startsWith('X');
}
