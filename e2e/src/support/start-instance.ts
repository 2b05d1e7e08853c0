import { ConnectedInstance } from './connected-instance.js';
import { type Environment, FREE, PROMOTION } from './environment.js';
import type { Instance } from './instance.js';
import { isSharing, sharedInstance } from './shared-instance.js';
import { isCluster, startProfile } from './start-profile.js';
import { startPromotion } from './start-promotion.js';

/**
 * Starts an empty Waybill on the profile that WAYBILL_PROFILE names: `standalone` (default), or `cluster` for two
 * processes per service behind a proxy, on real servers. Flows that run in one Jest module share it (shared-instance.ts):
 * those of FREE also with those of a ConnectedInstance, and on the cluster, which starts slowly, with those of PROMOTION,
 * where an administrator starts the promotion. A flow with settings of its own has one process per service there: what
 * two change does not depend on them.
 */
export async function startInstance(environment: Environment = {}): Promise<Instance> {
  const isPromoted = environment === PROMOTION && isCluster();
  if (!isSharing() || (environment !== FREE && !isPromoted))
    return sharedInstance(environment, () => startProfile(environment, isSharing() ? 1 : 2));
  const instance = await ConnectedInstance.startShared();
  if (isPromoted) await startPromotion(instance.url);
  return instance;
}
