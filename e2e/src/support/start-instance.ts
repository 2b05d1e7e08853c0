import type { Environment } from './environment.js';
import type { Instance } from './instance.js';

/**
 * Starts an empty Waybill on the profile that WAYBILL_PROFILE names: `standalone` (default), or `cluster` for two
 * processes per service behind a proxy, on real servers. The modules are imported on demand, because the cluster
 * needs far more of them.
 */
export async function startInstance(environment: Environment = {}): Promise<Instance> {
  const { WAYBILL_PROFILE: profile = 'standalone' } = process.env;
  if (profile === 'standalone') return (await import('./standalone.js')).Standalone.start(environment);
  if (profile === 'cluster') {
    return (await import('./cluster-instance.js')).ClusterInstance.start(environment);
  }
  throw new Error(`WAYBILL_PROFILE is standalone or cluster, not ${profile}.`);
}
