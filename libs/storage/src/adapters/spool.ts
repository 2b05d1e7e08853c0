import { tmpdir } from 'node:os';
import { release } from '../streams/release.js';
import { PartFile } from './part-file.js';

/**
 * Cuts a stream of unknown length into parts of known length. Holds two: one is filled while the other one is sent.
 */
export class Spool {
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
  async *partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<PartFile> {
    let part = await this.empty(0);
    let count = 1;
    for await (const bytes of body) {
      for (let taken = 0; taken < bytes.length;) {
        const some = bytes.subarray(taken, taken + this.partSize - part.size);
        await part.append(some);
        taken += some.length;
        if (part.size < this.partSize) continue;
        yield part;
        part = await this.empty(count++);
      }
      release(bytes);
    }
    // Of an empty body there is one part, too.
    if (part.size > 0 || count === 1) yield part;
  }

  /** Only after nobody reads its parts any more. */
  async close(): Promise<void> {
    await Promise.all(this.files.map((file) => file.close()));
  }

  private async empty(index: number): Promise<PartFile> {
    const file = (this.files[index % 2] ??= await PartFile.open(this.folder, this.isHashed));
    file.clear();
    return file;
  }
}
