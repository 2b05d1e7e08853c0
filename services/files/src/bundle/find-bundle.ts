import { AppError } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { isExpired } from '../file/expiry.policy.js';
import { Bundle } from './bundle.entity.js';
import { ExpiredBundle } from './expired-bundle.entity.js';

/**
 * An available bundle.
 * @throws AppError `bundles.expired` from its expiry on, even before the sweep deletes it; `bundles.not-found`, also
 * for an expired bundle whose first link is off: "expired" would reveal to strangers that it existed
 */
export async function findBundle(manager: EntityManager, bundleId: string, now: Date): Promise<Bundle> {
  return requireAvailable(await find(manager, bundleId, false), now);
}

/** Like `findBundle`, but also a bundle that has expired and was not deleted yet. */
export function findBundleEvenExpired(manager: EntityManager, bundleId: string): Promise<Bundle> {
  return find(manager, bundleId, false);
}

/** Like `findBundle`, with the row locked until the transaction ends. */
export async function findBundleForChange(
  manager: EntityManager,
  bundleId: string,
  now: Date,
): Promise<Bundle> {
  return requireAvailable(await find(manager, bundleId, true), now);
}

async function find(manager: EntityManager, id: string, forChange: boolean): Promise<Bundle> {
  const bundle = await manager.findOne(Bundle, {
    where: { id },
    ...(forChange && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (bundle) return bundle;
  const isKept = await manager.existsBy(ExpiredBundle, { id });
  throw new AppError(isKept ? 'bundles.expired' : 'bundles.not-found');
}

function requireAvailable(bundle: Bundle, now: Date): Bundle {
  if (!isExpired(bundle.deleteAt, now)) return bundle;
  throw new AppError(bundle.isFirstLinkActive ? 'bundles.expired' : 'bundles.not-found');
}
