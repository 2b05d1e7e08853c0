import { tmpdir } from 'node:os';
import { freeBuffer } from '../streams/free-buffer.js';
import { PartFile } from './part-file.js';

/** Cuts a stream of unknown length into parts of known length. Holds two parts: one is filled while the other is sent. */
export class PartSplitter {
  private readonly files: PartFile[] = [];

  /**
   * @param partSize in bytes; the last part may be shorter
   * @param isHashed whether to compute the SHA-256 of parts
   * @param folder needs room for two parts
   */
  constructor(
    private readonly partSize: number,
    private readonly isHashed: boolean,
    private readonly folder = tmpdir(),
  ) {}

  /**
   * A part is valid until the second part after it is requested.
   * @throws AppError `server.storage-full`; errors of the body
   */
  async *split(body: AsyncIterable<Uint8Array>): AsyncGenerator<PartFile> {
    let part = await this.emptyFile(0);
    let count = 1;
    for await (const bytes of body) {
      for (let taken = 0; taken < bytes.length;) {
        const some = bytes.subarray(taken, taken + this.partSize - part.size);
        await part.append(some);
        taken += some.length;
        if (part.size < this.partSize) continue;
        yield part;
        part = await this.emptyFile(count++);
      }
      freeBuffer(bytes);
    }
    // An empty body has one empty part.
    if (part.size > 0 || count === 1) yield part;
  }

  /** Call after the last part was read. */
  async close(): Promise<void> {
    await Promise.all(this.files.map((file) => file.close()));
  }

  private async emptyFile(index: number): Promise<PartFile> {
    const file = (this.files[index % 2] ??= await PartFile.open(this.folder, this.isHashed));
    file.clear();
    return file;
  }
}
