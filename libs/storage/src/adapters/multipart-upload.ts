import type { BucketClient } from './minio-client.js';
import { withRetryMapped } from './minio-errors.js';
import type { PartFile } from './part-file.js';

/** An object that is put together of parts, and there only once it is whole. */
export class MultipartUpload {
  private readonly parts: { part: number; etag: string }[] = [];

  private constructor(
    private readonly client: BucketClient,
    readonly name: string,
    readonly id: string,
  ) {}

  /** Always a new one: the client's own `putObject` would go on with whatever upload of that name it finds. */
  static async start(client: BucketClient, name: string): Promise<MultipartUpload> {
    const headers = { 'content-type': 'application/octet-stream' };
    const id = await withRetryMapped(() => client.initiateNewMultipartUpload(client.bucket, name, headers));
    return new MultipartUpload(client, name, id);
  }

  /** @param part 5 MiB at least, unless it is the last */
  async add(part: PartFile): Promise<void> {
    const number = this.parts.length + 1;
    const query = `uploadId=${this.id}&partNumber=${number}`;
    this.parts.push({ part: number, etag: await this.client.putFile(this.name, part, query) });
  }

  /** @param client another one than that which may be cut off: from here on there is no way back */
  async complete(client: BucketClient): Promise<void> {
    await withRetryMapped(() =>
      client.completeMultipartUpload(client.bucket, this.name, this.id, this.parts),
    );
  }
}
