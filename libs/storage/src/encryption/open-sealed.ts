import { createDecipheriv } from 'node:crypto';
import { Readable } from 'node:stream';
import { regroup } from '../streams/regroup.js';
import { release } from '../streams/release.js';
import { IntegrityError } from './integrity-error.js';
import {
  CIPHER,
  type ChunkPosition,
  type ChunkSpan,
  OVERHEAD,
  SEALED_CHUNK,
  SEED_LENGTH,
  TAG_LENGTH,
  chunkAssociatedData,
  chunkNonce,
} from './sealed-format.js';

/**
 * The plain bytes of `span`, one chunk at a time, each only when asked for and none before its tag was checked.
 * `sealed` gives the stored bytes of that span; it is destroyed with the stream. Each chunk is the consumer's own.
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
  { first, last, final, skip, length }: ChunkSpan,
  dataKey: Buffer,
  objectKey: string,
): AsyncGenerator<Uint8Array> {
  let index = first;
  let seed: Buffer | undefined;
  let start = skip;
  let left = length;
  for await (const chunk of regroup(sealed, SEALED_CHUNK, release)) {
    seed ??= Buffer.from(chunk.subarray(0, SEED_LENGTH));
    const plain = openChunk(chunk, seed, dataKey, { objectKey, index, isLast: index === final });
    const part = plain.subarray(start, start + left);
    start = 0;
    left -= part.length;
    index++;
    if (part.length > 0) yield part;
  }
  if (index !== last + 1 || left > 0) throw new IntegrityError(objectKey, 'its end is missing');
}

function openChunk(sealed: Uint8Array, seed: Buffer, dataKey: Buffer, position: ChunkPosition): Buffer {
  const { objectKey, index } = position;
  if (sealed.length < OVERHEAD) throw new IntegrityError(objectKey, `chunk ${index} is cut`);
  // Chunks of two writes of one object are each authentic, but no object together.
  if (!seed.equals(sealed.subarray(0, SEED_LENGTH))) {
    throw new IntegrityError(objectKey, `chunk ${index} is of another write`);
  }
  const decipher = createDecipheriv(CIPHER, dataKey, chunkNonce(seed, position), {
    authTagLength: TAG_LENGTH,
  });
  decipher.setAAD(chunkAssociatedData(position));
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
  const plain = decipher.update(sealed.subarray(SEED_LENGTH, -TAG_LENGTH));
  try {
    decipher.final();
  } catch (error) {
    throw new IntegrityError(objectKey, `chunk ${index} was altered`, error);
  }
  return plain;
}
