import { randomUUID } from 'node:crypto';
import type { S3Server } from '@waybill/testing';
import { Client } from 'minio';
import { MinioObjectStore } from '../minio-object-store.js';
import { defaultTimeouts } from '../minio-transport.js';

/** MinIO delays a delete while the object is read. A short timeout keeps the contract case of that short. */
const timeouts = { ...defaultTimeouts, idle: 5000 };

export function newBucket(): string {
  return `test-${randomUUID()}`;
}

/** Opens a store in a new bucket of a server. `changes` overrides its options. */
export function storeOn(
  server: S3Server,
  { partMemory, ...changes }: { bucket?: string; secretKey?: string; partMemory?: number } = {},
): TestStore {
  const { endpoint, region, accessKey, secretKey } = server;
  const options = {
    endpoint: new URL(endpoint),
    region,
    accessKey,
    secretKey,
    bucket: newBucket(),
    ...changes,
  };
  return Object.assign(new MinioObjectStore(options, timeouts, partMemory), { bucket: options.bucket });
}

export type TestStore = MinioObjectStore & { bucket: string };

export function clientOf({ endpoint, region, accessKey, secretKey }: S3Server): Client {
  const { hostname, port } = new URL(endpoint);
  return new Client({ endPoint: hostname, port: Number(port), useSSL: false, region, accessKey, secretKey });
}

/** Lists by the full name of the object: after a restart MinIO finds no unfinished upload by a prefix. */
export async function unfinishedOf(server: S3Server, { bucket }: TestStore, key: string): Promise<unknown[]> {
  const page = await clientOf(server).listIncompleteUploadsQuery(bucket, `objects/${key}`, '', '', '');
  return page.uploads;
}

/** Bytes of all uploaded parts. */
export async function arrivedOf(server: S3Server, { bucket }: TestStore, key: string): Promise<number> {
  const uploads = clientOf(server).listIncompleteUploads(bucket, `objects/${key}`, true);
  for await (const { size } of uploads as AsyncIterable<{ size: number }>) return size;
  return 0;
}
