import { tmpdir } from 'node:os';
import { freeBuffer } from '../streams/free-buffer.js';
import { PartFile } from './part-file.js';

/**
 * Cuts a stream of unknown length into parts of known length. Holds two: one is filled while the other one is sent.
 */
export class PartSplitter {
  private readonly files: PartFile[] = [];

  /**
   * @param partSize bytes of every part but the last, which may be shorter
   * @param isHashed whether parts know their SHA-256
   * @param folder of a disk that has room for two parts
   */
  constructor(
    private readonly partSize: number,
    private readonly isHashed: boolean,
    private readonly folder = tmpdir(),
  ) {}

  /**
   * A part is good until the one after the next is asked for.
   * @throws AppError `server.storage-full`; what the body throws
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
    // Of an empty body there is one part, too.
    if (part.size > 0 || count === 1) yield part;
  }

  /** Only after nobody reads its parts any more. */
  async close(): Promise<void> {
    await Promise.all(this.files.map((file) => file.close()));
  }

  private async emptyFile(index: number): Promise<PartFile> {
    const file = (this.files[index % 2] ??= await PartFile.open(this.folder, this.isHashed));
    file.clear();
    return file;
  }
}
