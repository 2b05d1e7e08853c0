import { ConfigurationError } from '@waybill/service-kit';
import { type BackupLocation, removeUnlistedObjects } from './backup-location.js';
import { type Retention, selectKept } from './retention.policy.js';

/**
 * Removes the backups that are not kept, what interrupted ones have left, and the objects that no kept backup lists.
 * Needs no free space.
 * @returns number of backups that are left
 * @throws ConfigurationError where there is no backup: the objects there may be those of an installation
 */
export async function removeOldBackups(
  location: BackupLocation,
  retention: Retention,
  now: Date,
): Promise<number> {
  const kept = selectKept(await location.backups(), retention, now);
  if (kept.length === 0) {
    throw new ConfigurationError(`There is no backup in ${location.name}. Nothing was removed.`);
  }
  await location.removeStatesBut(kept);
  await removeUnlistedObjects(location, kept);
  return kept.length;
}
