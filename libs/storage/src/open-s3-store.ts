import type { ObjectStore } from './object-store.js';
import type { S3Options } from './s3-options.js';

/**
 * The object store in an S3 bucket. Nothing is asked of the server yet: one that is away makes calls fail, not the
 * start. Its SDK is loaded here, as it takes 32 MB that a single machine does not need.
 */
export async function openS3Store(options: S3Options): Promise<ObjectStore> {
  const { MinioObjectStore } = await import('./adapters/minio-object-store.js');
  return new MinioObjectStore(options);
}
