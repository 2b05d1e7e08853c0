import type { Environment } from './environment.js';
import type { Instance } from './instance.js';

/** Whether WAYBILL_PROFILE names the profile of many processes. */
export const isCluster = () => process.env['WAYBILL_PROFILE'] === 'cluster';

/**
 * Starts an instance of its own. Imports the profile on demand, because the cluster needs far more modules.
 * @param replicas processes of every service, on the cluster
 */
export async function startProfile(environment: Environment, replicas = 2): Promise<Instance> {
  const { WAYBILL_PROFILE: profile = 'standalone' } = process.env;
  if (profile === 'standalone') return (await import('./standalone.js')).Standalone.start(environment);
  if (profile === 'cluster') {
    return (await import('./cluster-instance.js')).ClusterInstance.start(environment, replicas);
  }
  throw new Error(`WAYBILL_PROFILE is standalone or cluster, not ${profile}.`);
}
