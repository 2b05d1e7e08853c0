import { ConfigurationError, serverUrl, wholeNumber } from '@waybill/service-kit';
import { z } from 'zod';
import type { S3Options } from './s3-options.js';

const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Environment variables that choose the object store. */
export const storageEnv = {
  S3_ENDPOINT: serverUrl('http', 'https')
    .refine((text) => isServerAddress(text), 'must name a server, without a path')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().regex(BUCKET, 'must be 3 to 63 lower-case letters, digits and hyphens').optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /**
   * Bytes of the disk to keep free where objects are files. 0: none. Default: 1 GiB, or a twentieth of the disk if that
   * is less.
   */
  MIN_FREE_DISK_BYTES: wholeNumber('must be a number of bytes, or 0', 0).optional(),
};

const sentence = new Intl.ListFormat('en-GB');

type StorageEnvironment = z.infer<z.ZodObject<typeof storageEnv>>;

/**
 * Options of the S3 store; null when none of its variables is set.
 * @throws ConfigurationError when only some of them are set
 */
export function readS3Options(environment: StorageEnvironment): S3Options | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = environment;
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY };
  if (Object.values(needed).every((value) => value === undefined)) return null;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
    throw new ConfigurationError(
      `${sentence.format(missing)} ${missing.length > 1 ? 'are' : 'is'} not set, but the S3 object store needs ` +
        `${sentence.format(Object.keys(needed))} together.`,
    );
  }
  return {
    endpoint: new URL(S3_ENDPOINT),
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  };
}

function isServerAddress(text: string): boolean {
  return URL.canParse(text) && ['/', ''].includes(new URL(text).pathname);
}
