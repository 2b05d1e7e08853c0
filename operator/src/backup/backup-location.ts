import { BackupBucket, BackupFolder, type BackupLocation } from '@waybill/backup';
import type { SharedEnvironment } from '@waybill/composition';
import { readMarker } from '@waybill/files';
import { ConfigurationError } from '@waybill/service-kit';
import { openS3Store, type S3Options } from '@waybill/storage';
import { resolve } from 'node:path';

type Environment = Pick<
  SharedEnvironment,
  | 'DATA_DIR'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY'
  | 'BACKUP_S3_SECRET_KEY'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY'
  | 'S3_SECRET_KEY'
>;

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9-]{1,61}[a-z0-9])\/?$/;

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
  env: Environment,
  use: BackupUse,
): Promise<BackupLocation> {
  if (!isBucket(target)) {
    if (resolve(target) === env.DATA_DIR) {
      throw new ConfigurationError(`${target} is the data folder: give the backups another one.`);
    }
    return new BackupFolder(resolve(target));
  }
  const store = await openS3Store({ ...bucketOptions(target, env), mustExist: use !== 'write' });
  // The settings may name the server of the files by another host name. Waybill would delete the backups as unknown
  // objects.
  if ((await readMarker(store)) !== null && use !== 'read') throw holdsFiles(target);
  return new BackupBucket(target.replace(/\/$/, ''), store);
}

function holdsFiles(target: string): ConfigurationError {
  return new ConfigurationError(`${target} is the bucket of the files: give the backups another one.`);
}

export function isBucket(target: string): boolean {
  return target.startsWith('s3:');
}

/** Options of the backup bucket. Endpoint, region and credentials default to those of the bucket of the files. */
export function bucketOptions(target: string, env: Environment): S3Options {
  const bucket = BUCKET.exec(target)?.[1];
  if (bucket === undefined) {
    throw new ConfigurationError(
      `${target} is not a bucket: it must be s3:// and 3 to 63 lower-case letters, digits and hyphens.`,
    );
  }
  const endpoint = env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT;
  const accessKey = env.BACKUP_S3_ACCESS_KEY ?? env.S3_ACCESS_KEY;
  const secretKey = env.BACKUP_S3_SECRET_KEY ?? env.S3_SECRET_KEY;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) {
    throw new ConfigurationError(
      'BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY are not all set, but a backup in a bucket ' +
        'needs them.',
    );
  }
  const url = new URL(endpoint);
  if (
    env.S3_ENDPOINT !== undefined &&
    bucket === env.S3_BUCKET &&
    url.host === new URL(env.S3_ENDPOINT).host
  ) {
    throw holdsFiles(target);
  }
  return { endpoint: url, region: env.BACKUP_S3_REGION ?? env.S3_REGION, bucket, accessKey, secretKey };
}
