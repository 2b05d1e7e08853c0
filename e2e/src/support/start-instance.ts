import type { Environment } from './environment.js';
import type { Instance } from './instance.js';
import { sharedInstance } from './shared-instance.js';

/**
 * Starts an empty Waybill on the profile that WAYBILL_PROFILE names: `standalone` (default), or `cluster` for two
 * processes per service behind a proxy, on real servers. Flows that run in one Jest module share it (shared-instance.ts).
 */
export function startInstance(environment: Environment = {}): Promise<Instance> {
  return sharedInstance(environment, () => startProfile(environment));
}

/** Starts an instance that nobody shares. Imports the profile on demand, because the cluster needs far more modules. */
export async function startProfile(environment: Environment): Promise<Instance> {
  const { WAYBILL_PROFILE: profile = 'standalone' } = process.env;
  if (profile === 'standalone') return (await import('./standalone.js')).Standalone.start(environment);
  if (profile === 'cluster') {
    return (await import('./cluster-instance.js')).ClusterInstance.start(environment);
  }
  throw new Error(`WAYBILL_PROFILE is standalone or cluster, not ${profile}.`);
}
