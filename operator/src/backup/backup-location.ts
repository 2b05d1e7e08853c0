import {
  BackupBucket,
  BackupFolder,
  type BackupLocation,
  type BackupTargetEnvironment,
  holdsFiles,
  readBackupTarget,
} from '@waybill/backup';
import { readMarker } from '@waybill/files';
import { ConfigurationError } from '@waybill/service-kit';
import { openS3Store } from '@waybill/storage';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Use of the backups by a command. Only `write` creates a missing bucket. */
export type BackupUse = 'write' | 'remove' | 'read';

/**
 * Opens the folder or the bucket (`s3://bucket`) of backups.
 * @throws ConfigurationError when the bucket is malformed or has no credentials, or the place holds the files
 * themselves
 * @throws AppError `server.unavailable` when the bucket does not answer, or does not exist and is not to be written to
 */
export async function openBackupLocation(
  target: string,
  env: BackupTargetEnvironment,
  use: BackupUse,
): Promise<BackupLocation> {
  const bucket = readBackupTarget(target, env);
  if (bucket === null) return openBackupFolder(resolve(target), use);
  const store = await openS3Store({ ...bucket, mustExist: use !== 'write' });
  // The settings may name the server of the files by another host name. Waybill would delete the backups as unknown
  // objects.
  if ((await readMarker(store)) !== null && use !== 'read') throw holdsFiles(target);
  return new BackupBucket(target.replace(/\/$/, ''), store);
}

/** Paths that a data folder has and a folder of backups does not. */
const DATA_FOLDER_PATHS = ['keys/secrets.json', 'postgres/cluster'];

/** Objects have the same paths in a data folder, and a backup deletes those that it does not list. */
async function openBackupFolder(path: string, use: BackupUse): Promise<BackupFolder> {
  const folder = new BackupFolder(path);
  const isDataFolder =
    DATA_FOLDER_PATHS.some((part) => existsSync(join(path, part))) ||
    (await readMarker(folder.objects)) !== null;
  if (isDataFolder && use !== 'read') {
    throw new ConfigurationError(`${path} is a data folder of Waybill: give the backups another one.`);
  }
  return folder;
}
