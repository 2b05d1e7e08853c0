import { serverUrl, wholeNumber } from '@waybill/service-kit';
import { z } from 'zod';

const whole = (min: number, max: number) => wholeNumber(`must be a number from ${min} to ${max}`, min, max);

/** Settings of backups. */
export const backupEnv = {
  /** A folder, or `s3://bucket`. */
  BACKUP_TO: z.string().optional(),
  BACKUP_INTERVAL_HOURS: whole(1, 168).default(24),
  BACKUP_KEEP: whole(1, 10_000).default(7),
  BACKUP_KEEP_DAYS: whole(0, 10_000).default(0),
  BACKUP_S3_ENDPOINT: serverUrl('http', 'https').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
};
