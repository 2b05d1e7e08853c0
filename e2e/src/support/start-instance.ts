import { ConnectedInstance } from './connected-instance.js';
import { type Environment, FREE, PROMOTION } from './environment.js';
import type { Instance } from './instance.js';
import { isSharing, sharedInstance } from './shared-instance.js';
import { isCluster, startProfile } from './start-profile.js';
import { startPromotion } from './start-promotion.js';

/**
 * Starts an empty Waybill on the profile that WAYBILL_PROFILE names: `standalone` (default), or `cluster` for two
 * processes per service behind a proxy, on real servers. Flows that run in one Jest module share it (shared-instance.ts).
 * Flows of FREE share it with flows of a ConnectedInstance. On the cluster, which starts slowly, flows of PROMOTION join
 * them, and an administrator starts the promotion. A flow with settings of its own has one process per service there,
 * because settings behave the same with two.
 */
export async function startInstance(environment: Environment = {}): Promise<Instance> {
  const isPromoted = environment === PROMOTION && isCluster();
  if (!isSharing() || (environment !== FREE && !isPromoted))
    return sharedInstance(environment, () => startProfile(environment, isSharing() ? 1 : 2));
  const instance = await ConnectedInstance.startShared();
  if (isPromoted) await startPromotion(instance.url);
  return instance;
}
