import { tmpdir } from 'node:os';
import { batchChunks } from '../streams/batch-chunks.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { PartFile } from './part-file.js';
import type { PartMemory } from './part-memory.js';
import { Part, type PartBytes } from './part.js';
import { skipBytes, takeBytes } from './write-all.js';

/**
 * Bytes per write to a file. Writes are few and large, because each takes a thread of the pool and a turn of the event
 * loop.
 */
const BATCH_SIZE = 256 * 1024;

/** Cuts a stream of unknown length into parts of known length. Holds two parts: fills one while the other is sent. */
export class PartSplitter {
  private readonly parts: Part[] = [];

  /**
   * @param partSize in bytes; the last part may be shorter
   * @param isHashed whether to compute the SHA-256 of parts
   * @param memory memory for parts; a part that does not fit is stored in a file
   * @param folder folder of these files; needs room for two parts
   */
  constructor(
    private readonly partSize: number,
    private readonly isHashed: boolean,
    private readonly memory: PartMemory,
    private readonly folder = tmpdir(),
  ) {}

  /**
   * Reuses its parts: each is valid until the second part after it is requested.
   * @throws AppError `server.storage-full`; errors of the body
   */
  async *split(body: AsyncIterable<BytePieces>): AsyncGenerator<Part> {
    let part = this.emptyPart(0);
    let count = 1;
    for await (const batch of batchChunks(body, BATCH_SIZE)) {
      for (let left: readonly Uint8Array[] = batch; left.length > 0;) {
        const room = this.partSize - part.size;
        await part.append(takeBytes(left, room));
        left = skipBytes(left, room);
        if (part.size < this.partSize) continue;
        yield part;
        part = this.emptyPart(count++);
      }
      for (const chunk of batch) freeBuffer(chunk);
    }
    // An empty body has one empty part.
    if (part.size > 0 || count === 1) yield part;
  }

  /** Call after the last part was read. */
  async close(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.close()));
  }

  private emptyPart(index: number): Part {
    const part = (this.parts[index % 2] ??= new Part(this.isHashed, () => this.open()));
    part.clear();
    return part;
  }

  private async open(): Promise<PartBytes> {
    return this.memory.open(this.partSize) ?? (await PartFile.open(this.folder));
  }
}
