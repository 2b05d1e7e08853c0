import type { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { Client } from 'minio';
import type { S3Options } from '../s3-options.js';
import { withRetryMapped, isMissing, withRetry, toStoreError } from './minio-errors.js';
import { type Timeouts, createTransport } from './minio-transport.js';
import type { Part } from './part.js';

export interface BucketObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

export interface UnfinishedUpload {
  readonly name: string;
  readonly id: string;
  readonly startedAt: Date;
}

/** MinIO client for one bucket. Cheap to create: abortable requests use an instance of their own. */
export class BucketClient extends Client {
  readonly bucket: string;

  constructor(options: S3Options, agent: Agent, timeouts: Timeouts, signal?: AbortSignal) {
    const { endpoint, region, bucket, accessKey, secretKey } = options;
    const secure = endpoint.protocol === 'https:';
    super({
      endPoint: endpoint.hostname,
      ...(endpoint.port && { port: Number(endpoint.port) }),
      useSSL: secure,
      // Without it the client requests the region of each bucket first.
      region,
      accessKey,
      secretKey,
      pathStyle: true,
      transport: createTransport(secure, timeouts, signal),
      transportAgent: agent,
      // The client's own retries log to the console and do not know which requests are repeatable.
      retryOptions: { disableRetry: true },
    });
    this.bucket = bucket;
  }

  /**
   * Uploads a file as an object, or as the part that `query` names. The client's own `putObject` and `uploadPart` would
   * read all of it into memory.
   * @param bytes hashed if `enableSHA256` is true
   * @returns the entity tag
   * @throws AppError `server.unavailable`, `server.storage-full`
   */
  putFile(name: string, bytes: Part, query = ''): Promise<string> {
    const digest = bytes.sha256();
    return withRetryMapped(async () => {
      const headers = { 'content-length': bytes.size, 'content-type': 'application/octet-stream' };
      const options = { method: 'PUT', bucketName: this.bucket, objectName: name, query, headers };
      const body = bytes.read();
      try {
        const answer = await this.makeRequestStreamAsync(options, body, digest, [200], '');
        await text(answer);
        return (answer.headers.etag ?? '').replaceAll('"', '');
      } finally {
        // The store may refuse a request before it has read all. Stop reading: the next part reuses these bytes.
        body.destroy();
      }
    });
  }

  /**
   * Completes a multipart upload. MinIO answers a repeated completion with NoSuchUpload. If the response to the first
   * attempt was lost, and the object exists, the first attempt has succeeded.
   * @param etags entity tags of all parts, in their order
   * @throws AppError `server.unavailable`, `server.storage-full`
   */
  async completeUpload(
    { name, id }: Pick<UnfinishedUpload, 'name' | 'id'>,
    etags: readonly string[],
  ): Promise<void> {
    const parts = etags.map((etag, index) => ({ part: index + 1, etag }));
    let attempts = 0;
    try {
      await withRetry(() => {
        attempts++;
        return this.completeMultipartUpload(this.bucket, name, id, parts);
      });
    } catch (error) {
      if (attempts > 1 && isMissing(error) && (await this.hasObject(name))) return;
      throw toStoreError(error);
    }
  }

  /** Objects whose names start with `prefix`. @throws AppError `server.unavailable` */
  async *listAll(prefix: string): AsyncGenerator<BucketObject> {
    for (let token = ''; ;) {
      const page = await withRetryMapped(() =>
        this.listObjectsV2Query(this.bucket, prefix, token, '', 1000, ''),
      );
      for (const { name, size, lastModified } of page.objects) {
        if (name !== undefined) yield { name, size, modifiedAt: lastModified };
      }
      if (!page.isTruncated) return;
      token = page.nextContinuationToken;
    }
  }

  /** Incomplete multipart uploads of objects whose names start with `prefix`. */
  async *listUnfinished(prefix: string): AsyncGenerator<UnfinishedUpload> {
    for (let [keyMarker, idMarker] = ['', '']; ;) {
      const page = await withRetryMapped(() =>
        this.listIncompleteUploadsQuery(this.bucket, prefix, keyMarker, idMarker, ''),
      );
      for (const { key, uploadId, initiated } of page.uploads) {
        yield { name: key, id: uploadId, startedAt: initiated };
      }
      if (!page.isTruncated) return;
      [keyMarker, idMarker] = [page.nextKeyMarker, page.nextUploadIdMarker];
    }
  }

  /** Whether a part of the upload arrived at `time` or later. */
  async hasPartSince({ name, id }: UnfinishedUpload, time: Date): Promise<boolean> {
    try {
      const parts = await withRetry(() => this.listParts(this.bucket, name, id));
      return parts.some(({ lastModified }) => lastModified !== undefined && lastModified >= time);
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStoreError(error);
    }
  }

  /** @returns false when the upload does not exist any more */
  async abortUpload({ name, id }: Pick<UnfinishedUpload, 'name' | 'id'>): Promise<boolean> {
    try {
      await withRetry(() => this.abortMultipartUpload(this.bucket, name, id));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStoreError(error);
    }
  }

  private async hasObject(name: string): Promise<boolean> {
    try {
      await withRetry(() => this.statObject(this.bucket, name));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStoreError(error);
    }
  }
}
