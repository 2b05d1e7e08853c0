import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SOCKET = '/var/run/docker.sock';
const PROBE = `require('node:net').connect('${SOCKET}').once('connect',()=>process.exit(0)).once('error',()=>process.exit(1))`;

/** Whether a Docker engine answers. Waits for it, as Jest wants to know what to skip before it runs anything. */
export function dockerAnswers(): boolean {
  return existsSync(SOCKET) && spawnSync(process.execPath, ['-e', PROBE], { timeout: 5000 }).status === 0;
}
