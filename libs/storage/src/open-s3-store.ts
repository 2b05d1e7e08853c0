import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-options.js';

/**
 * Opens the object store in an S3 bucket. Does not connect yet: an unavailable server fails calls, not the start. Loads
 * the SDK on demand, because it takes 32 MB of memory that the standalone profile does not need.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  const { MinioObjectStore } = await import('./adapters/minio-object-store.js');
  return new MinioObjectStore(options);
}
