import http from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import type { S3Options } from '../s3-options.js';
import { transportOf } from './minio-transport.js';

/** Connections to one store, kept and shared by all requests. */
export function agentFor({ endpoint }: S3Options): http.Agent {
  return endpoint.protocol === 'https:'
    ? new https.Agent({ keepAlive: true })
    : new http.Agent({ keepAlive: true });
}

/** The MinIO client for one bucket. It is light: whoever wants requests that can be cut off makes one of its own. */
export class BucketClient extends Client {
  readonly bucket: string;

  constructor(options: S3Options, agent: http.Agent, signal?: AbortSignal) {
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
      transport: transportOf(secure, signal),
      transportAgent: agent,
      // It would tell of each on the console, and does not know what may be tried again.
      retryOptions: { disableRetry: true },
    });
    this.bucket = bucket;
  }

  /** When the last byte came in; null when none has. */
  async lastPartAt(name: string, uploadId: string): Promise<Date | null> {
    const parts = await this.listParts(this.bucket, name, uploadId);
    return parts.reduce<Date | null>(
      (latest, { lastModified }) => (latest && latest > lastModified ? latest : lastModified),
      null,
    );
  }
}
