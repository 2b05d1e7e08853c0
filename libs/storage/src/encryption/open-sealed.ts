import { Readable } from 'node:stream';
import { release } from '../streams/release.js';
import { IntegrityError } from './integrity-error.js';
import { SealedChunk } from './sealed-chunk.js';
import { type ChunkSpan, SEALED_CHUNK } from './sealed-format.js';

/**
 * The plain bytes of `span`, each only when asked for and none before its chunk's tag was checked, in the pieces in
 * which `sealed` gives the stored bytes of that span; it is destroyed with the stream. Each piece is the consumer's own.
 * @throws IntegrityError (the stream is destroyed with it) when the stored bytes are not what was written
 */
export function openSealed(sealed: Readable, span: ChunkSpan, dataKey: Buffer, objectKey: string): Readable {
  const chunks = openChunks(sealed, span, dataKey, objectKey);
  return new Readable({
    highWaterMark: 0,
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      sealed.destroy();
      done(error);
    },
  });
}

async function* openChunks(
  sealed: AsyncIterable<Uint8Array>,
  { first, last, final, skip, length, sealed: { start, end } }: ChunkSpan,
  dataKey: Buffer,
  objectKey: string,
): AsyncGenerator<Uint8Array> {
  const chunkAt = (index: number): SealedChunk => {
    const stored = Math.min(SEALED_CHUNK, end + 1 - start - (index - first) * SEALED_CHUNK);
    return new SealedChunk(stored, { objectKey, index, isLast: index === final }, dataKey);
  };
  let chunk = chunkAt(first);
  let seed: Buffer | undefined;
  let unwanted = skip;
  let left = length;
  for await (const bytes of sealed) {
    const opened: Buffer[] = [];
    for (let taken = 0; taken < bytes.length;) {
      if (chunk.position.index > last) throw new IntegrityError(objectKey, 'it is longer than it was');
      taken += chunk.take(bytes.subarray(taken), seed);
      if (!chunk.isWhole) continue;
      opened.push(...chunk.open());
      seed ??= chunk.seed;
      chunk = chunkAt(chunk.position.index + 1);
    }
    release(bytes);
    for (const plain of opened) {
      const part = plain.subarray(unwanted, unwanted + left);
      unwanted = Math.max(0, unwanted - plain.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
  }
  if (chunk.position.index <= last) throw new IntegrityError(objectKey, 'its end is missing');
}
