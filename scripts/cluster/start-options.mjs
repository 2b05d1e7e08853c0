import { existsSync } from 'node:fs';
import { gatewayAllocator, gatewayFlags, nodeFlags } from '../node-flags.mjs';

/** Where Debian and its kin keep libraries. */
const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

/**
 * What a member is started with, as its image does (deploy/docker/Dockerfile).
 * @param {string} name such as `gateway 1`
 * @returns {{ flags: string[], environment: Record<string, string> }}
 */
export function startOptions(name) {
  if (!name.startsWith('gateway')) return { flags: nodeFlags, environment: {} };
  const { LD_PRELOAD } = gatewayAllocator;
  const isThere = folders.some((folder) => existsSync(`${folder}/${LD_PRELOAD}`));
  return { flags: gatewayFlags, environment: isThere ? gatewayAllocator : {} };
}
