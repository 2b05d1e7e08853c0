import { existsSync } from 'node:fs';
import { allocator, gatewayAllocator, gatewayFlags, nodeFlags } from '../node-flags.mjs';

/** Library folders of Debian and other distributions. */
const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

/**
 * Returns the flags and the environment that a process is started with in its image (deploy/docker/Dockerfile).
 * @param {string} name such as `gateway 1`
 * @returns {{ flags: string[], environment: Record<string, string> }}
 */
export function startOptions(name) {
  if (!name.startsWith('gateway')) return { flags: nodeFlags, environment: allocator };
  const { LD_PRELOAD } = gatewayAllocator;
  const isThere = folders.some((folder) => existsSync(`${folder}/${LD_PRELOAD}`));
  return { flags: gatewayFlags, environment: isThere ? gatewayAllocator : {} };
}
