import { ConfigurationError } from '@waybill/service-kit';
import { type BackupLocation, removeUnlistedObjects } from './backup-location.js';
import { isOfOtherSeries, type Retention, selectKept } from './retention.policy.js';

/** Backups that are left at a location. */
export interface BackupsLeft {
  readonly count: number;
  /** Names of the states of those that are of another installation. */
  readonly ofOthers: readonly string[];
}

/**
 * Removes the backups of a series that are not kept, what interrupted ones have left, and the objects that no kept
 * backup lists. Keeps every backup of another installation: a new one, for example after the loss of a disk, would
 * otherwise remove the backups of the lost one. Needs no free space.
 * @throws ConfigurationError where there is no backup: the objects there may be those of an installation
 */
export async function removeOldBackups(
  location: BackupLocation,
  series: string | null,
  retention: Retention,
  now: Date,
): Promise<BackupsLeft> {
  const backups = await location.backups();
  if (backups.length === 0) {
    throw new ConfigurationError(`There is no backup in ${location.name}. Nothing was removed.`);
  }
  const ofOthers = backups.filter((backup) => isOfOtherSeries(backup, series));
  const own = backups.filter((backup) => !isOfOtherSeries(backup, series));
  const kept = [...selectKept(own, retention, now), ...ofOthers];
  await location.removeStatesBut(kept);
  await removeUnlistedObjects(location, kept);
  return { count: kept.length, ofOthers: ofOthers.map(({ state }) => state) };
}
