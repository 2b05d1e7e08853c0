import {
  BackupBucket,
  BackupFolder,
  type BackupLocation,
  type BackupTargetEnvironment,
  holdsFiles,
  readBackupTarget,
} from '@waybill/backup';
import { readMarker } from '@waybill/files';
import { openS3Store } from '@waybill/storage';
import { resolve } from 'node:path';

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
  if (bucket === null) return new BackupFolder(resolve(target));
  const store = await openS3Store({ ...bucket, mustExist: use !== 'write' });
  // The settings may name the server of the files by another host name. Waybill would delete the backups as unknown
  // objects.
  if ((await readMarker(store)) !== null && use !== 'read') throw holdsFiles(target);
  return new BackupBucket(target.replace(/\/$/, ''), store);
}
