import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { freeBuffer } from '../streams/free-buffer.js';
import { onDemand } from '../streams/on-demand.js';
import { IntegrityError } from './integrity-error.js';
import { ChunkDecipher } from './chunk-decipher.js';
import { type ChunkRange, STORED_CHUNK_SIZE } from './encrypted-format.js';

/**
 * Decrypts the chunks of `range` on demand. Returns no byte before the tag of its chunk was verified. The consumer owns
 * each piece. Destroying the stream destroys `stored`, the stored bytes of the range.
 * @param isAppended whether each append drew its own seed
 * @throws IntegrityError (destroys the stream) when the stored bytes were altered
 */
export function decryptStream(
  stored: Readable,
  range: ChunkRange,
  dataKey: KeyObject,
  objectKey: string,
  isAppended = false,
): Readable {
  const chunks = decryptChunks(stored, range, dataKey, objectKey, isAppended);
  return onDemand(chunks, () => stored.destroy());
}

async function* decryptChunks(
  source: AsyncIterable<Uint8Array>,
  { first, last, final, skip, length, stored: { start, end } }: ChunkRange,
  dataKey: KeyObject,
  objectKey: string,
  isAppended: boolean,
): AsyncGenerator<Uint8Array, undefined> {
  const chunkAt = (index: number): ChunkDecipher => {
    const stored = Math.min(STORED_CHUNK_SIZE, end + 1 - start - (index - first) * STORED_CHUNK_SIZE);
    return new ChunkDecipher(stored, { objectKey, index, isLast: index === final }, dataKey);
  };
  let chunk = chunkAt(first);
  let seed: Buffer | undefined;
  let unwanted = skip;
  let left = length;
  for await (const bytes of source) {
    const opened: Buffer[] = [];
    for (let taken = 0; taken < bytes.length;) {
      if (chunk.position.index > last) throw new IntegrityError(objectKey, 'it is longer than it was');
      taken += chunk.update(bytes.subarray(taken), seed);
      if (!chunk.isComplete) continue;
      opened.push(...chunk.verify());
      if (!isAppended) seed ??= chunk.seed;
      chunk = chunkAt(chunk.position.index + 1);
    }
    freeBuffer(bytes);
    for (const plain of opened) {
      const part = plain.subarray(unwanted, unwanted + left);
      unwanted = Math.max(0, unwanted - plain.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
  }
  if (chunk.position.index <= last) throw new IntegrityError(objectKey, 'its end is missing');
}
