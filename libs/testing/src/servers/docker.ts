import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SOCKET = '/var/run/docker.sock';
const PROBE = `require('node:net').connect('${SOCKET}').once('connect',()=>process.exit(0)).once('error',()=>process.exit(1))`;

/** Whether a Docker engine answers. Synchronous, because Jest decides on skips before it runs a test. */
export function isDockerAvailable(): boolean {
  return existsSync(SOCKET) && spawnSync(process.execPath, ['-e', PROBE], { timeout: 5000 }).status === 0;
}
