import { ConnectedInstance } from './connected-instance.js';
import { type Environment, FREE, PROMOTION } from './environment.js';
import type { Instance } from './instance.js';
import { isSharing, sharedInstance } from './shared-instance.js';
import { isCluster, startProfile } from './start-profile.js';
import { startPromotion } from './start-promotion.js';

/**
 * Starts an empty Waybill on the profile that WAYBILL_PROFILE names: `standalone` (default), or `cluster` for two
 * processes per service behind a proxy, on real servers. Flows in one Jest module share instances (shared-instance.ts):
 * flows of FREE use the same as flows of a ConnectedInstance. On a cluster, which starts slowly, flows of PROMOTION
 * use it, too, and an administrator starts the promotion. In such a module, a flow with other settings gets a cluster
 * with one process per service, because settings have the same effect with two.
 */
export async function startInstance(environment: Environment = {}): Promise<Instance> {
  const isPromoted = environment === PROMOTION && isCluster();
  if (!isSharing() || (environment !== FREE && !isPromoted))
    return sharedInstance(environment, () => startProfile(environment, isSharing() ? 1 : 2));
  const instance = await ConnectedInstance.startShared();
  if (isPromoted) await startPromotion(instance.url);
  return instance;
}
