import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { Client } from 'minio';
import type { S3Options } from '../s3-options.js';
import { withRetryMapped, isMissing, withRetry, toStoreError } from './minio-errors.js';
import { type Timeouts, createTransport } from './minio-transport.js';
import type { PartFile } from './part-file.js';

export interface UnfinishedUpload {
  readonly name: string;
  readonly id: string;
  readonly startedAt: Date;
}

/** Connections to one store, kept and shared by all requests. */
export function createAgent({ endpoint }: S3Options): http.Agent {
  return endpoint.protocol === 'https:'
    ? new https.Agent({ keepAlive: true })
    : new http.Agent({ keepAlive: true });
}

/** The MinIO client for one bucket. It is light: whoever wants requests that can be cut off makes one of its own. */
export class BucketClient extends Client {
  readonly bucket: string;

  constructor(options: S3Options, agent: http.Agent, patience: Timeouts, signal?: AbortSignal) {
    const { endpoint, region, bucket, accessKey, secretKey } = options;
    const secure = endpoint.protocol === 'https:';
    super({
      endPoint: endpoint.hostname,
      ...(endpoint.port && { port: Number(endpoint.port) }),
      useSSL: secure,
      // Else each bucket's would be asked for first.
      region,
      accessKey,
      secretKey,
      pathStyle: true,
      transport: createTransport(secure, patience, signal),
      transportAgent: agent,
      // It would tell of each on the console, and does not know what may be tried again.
      retryOptions: { disableRetry: true },
    });
    this.bucket = bucket;
  }

  /**
   * Puts the bytes of a file in the bucket, as an object, or as the part of one that `query` names. The client's own
   * `putObject` and `uploadPart` would have all of them in memory.
   * @param bytes hashed where `enableSHA256` says that the store wants it
   * @returns their entity tag
   * @throws AppError `server.unavailable`, `server.storage-full`
   */
  putFile(name: string, bytes: PartFile, query = ''): Promise<string> {
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
        // A store may refuse before it has taken all: nobody reads on then, when the file has other bytes already.
        body.destroy();
      }
    });
  }

  /** Multipart uploads that nobody completed, of objects whose names begin with `prefix`. */
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

  /** Whether a part of the upload came in at `time` or later. */
  async hasPartSince({ name, id }: UnfinishedUpload, time: Date): Promise<boolean> {
    try {
      const parts = await withRetry(() => this.listParts(this.bucket, name, id));
      return parts.some(({ lastModified }) => lastModified !== undefined && lastModified >= time);
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStoreError(error);
    }
  }

  /** @returns whether there was anything to remove */
  async abortUpload({ name, id }: Pick<UnfinishedUpload, 'name' | 'id'>): Promise<boolean> {
    try {
      await withRetry(() => this.abortMultipartUpload(this.bucket, name, id));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStoreError(error);
    }
  }
}
