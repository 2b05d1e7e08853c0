import { type BackupLocation, removeUnlistedObjects } from './backup-location.js';
import { type Retention, selectKept } from './retention.policy.js';

/**
 * Removes the backups that are not kept, what interrupted ones have left, and the objects that no kept backup lists.
 * Needs no free space. @returns number of backups that are left
 */
export async function removeOldBackups(
  location: BackupLocation,
  retention: Retention,
  now: Date,
): Promise<number> {
  const kept = selectKept(await location.backups(), retention, now);
  await location.removeStatesBut(kept);
  await removeUnlistedObjects(location, kept);
  return kept.length;
}
