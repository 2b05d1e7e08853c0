import { AppError } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { isExpired } from '../file/expiry.policy.js';
import { Bundle } from './bundle.entity.js';
import { ExpiredBundle } from './expired-bundle.entity.js';

/**
 * An available bundle.
 * @throws AppError `bundles.expired` from its expiry on, even before the sweep deletes it; `bundles.not-found`
 */
export function findBundle(manager: EntityManager, bundleId: string, now: Date): Promise<Bundle> {
  return find(manager, bundleId, now, false);
}

/** Like `findBundle`, with the row locked until the transaction ends. */
export function findBundleForChange(manager: EntityManager, bundleId: string, now: Date): Promise<Bundle> {
  return find(manager, bundleId, now, true);
}

async function find(manager: EntityManager, id: string, now: Date, forChange: boolean): Promise<Bundle> {
  const bundle = await manager.findOne(Bundle, {
    where: { id },
    ...(forChange && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (bundle && !isExpired(bundle.deleteAt, now)) return bundle;
  if (bundle || (await manager.existsBy(ExpiredBundle, { id }))) throw new AppError('bundles.expired');
  throw new AppError('bundles.not-found');
}
