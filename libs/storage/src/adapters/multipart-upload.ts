import type { BucketClient } from './minio-client.js';
import { withRetryMapped } from './minio-errors.js';
import type { Part } from './part.js';

/** An S3 multipart upload. Its object does not exist before `complete`. */
export class MultipartUpload {
  private readonly etags: string[] = [];

  private constructor(
    private readonly client: BucketClient,
    readonly name: string,
    readonly id: string,
  ) {}

  /** Always starts a new upload: the client's own `putObject` would continue any unfinished one of that name. */
  static async start(client: BucketClient, name: string): Promise<MultipartUpload> {
    const headers = { 'content-type': 'application/octet-stream' };
    const id = await withRetryMapped(() => client.initiateNewMultipartUpload(client.bucket, name, headers));
    return new MultipartUpload(client, name, id);
  }

  /** @param part at least 5 MiB, unless it is the last */
  async add(part: Part): Promise<void> {
    const query = `uploadId=${this.id}&partNumber=${this.etags.length + 1}`;
    this.etags.push(await this.client.putFile(this.name, part, query));
  }

  /** @param client client without an abort signal: a completion must not be aborted half-way */
  async complete(client: BucketClient): Promise<void> {
    await client.completeUpload(this, this.etags);
  }
}
