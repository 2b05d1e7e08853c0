import { ConfigurationError } from '@waybill/service-kit';
import type { S3Options } from '@waybill/storage';
import { resolve } from 'node:path';

/** Settings on which the place of backups depends. */
export interface BackupTargetEnvironment {
  readonly DATA_DIR: string;
  readonly BACKUP_S3_ENDPOINT?: string | undefined;
  readonly BACKUP_S3_REGION?: string | undefined;
  readonly BACKUP_S3_ACCESS_KEY?: string | undefined;
  readonly BACKUP_S3_SECRET_KEY?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY?: string | undefined;
  readonly S3_SECRET_KEY?: string | undefined;
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9-]{1,61}[a-z0-9])\/?$/;

export function isBucket(target: string): boolean {
  return target.startsWith('s3:');
}

/**
 * Options of the bucket of backups (`s3://bucket`); null for a folder. Endpoint, region and credentials default to
 * those of the bucket of the files.
 *
 * @param label of the target in messages
 * @throws ConfigurationError when the bucket is malformed or has no credentials, or the place holds the files
 * themselves
 */
export function readBackupTarget(
  target: string,
  env: BackupTargetEnvironment,
  label = target,
): S3Options | null {
  if (!isBucket(target)) {
    if (resolve(target) !== env.DATA_DIR) return null;
    throw new ConfigurationError(`${label} is the data folder: give the backups another one.`);
  }
  const bucket = BUCKET.exec(target)?.[1];
  if (bucket === undefined) {
    throw new ConfigurationError(
      `${label} is not a bucket: it must be s3:// and 3 to 63 lower-case letters, digits and hyphens.`,
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
    throw holdsFiles(label);
  }
  return { endpoint: url, region: env.BACKUP_S3_REGION ?? env.S3_REGION, bucket, accessKey, secretKey };
}

export function holdsFiles(target: string): ConfigurationError {
  return new ConfigurationError(`${target} is the bucket of the files: give the backups another one.`);
}
