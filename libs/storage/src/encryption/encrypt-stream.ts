import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import {
  CIPHER,
  type ChunkPosition,
  PLAIN_CHUNK_SIZE,
  SEED_LENGTH,
  TAG_LENGTH,
  chunkAssociatedData,
  chunkNonce,
} from './encrypted-format.js';

/** Size of the pieces that are returned: encrypted bytes wait in memory until they are written, so keep them few. */
const PIECE_SIZE = 64 * 1024;

/** Encrypts `plain` for storage under `objectKey`. Holds little more than one chunk. */
export async function* encryptStream(
  plain: AsyncIterable<Uint8Array>,
  dataKey: KeyObject,
  objectKey: string,
): AsyncGenerator<Uint8Array> {
  const seed = randomBytes(SEED_LENGTH);
  const chunk = Buffer.allocUnsafeSlow(PLAIN_CHUNK_SIZE);
  let filled = 0;
  let index = 0;
  for await (const bytes of plain) {
    for (let taken = 0; taken < bytes.length;) {
      // Encrypt a full chunk when another byte follows: only then is it known not to be the last.
      if (filled === chunk.length) {
        yield* encryptChunk(chunk, seed, dataKey, { objectKey, index, isLast: false });
        index++;
        filled = 0;
      }
      const part = bytes.subarray(taken, taken + chunk.length - filled);
      chunk.set(part, filled);
      taken += part.length;
      filled += part.length;
    }
  }
  yield* encryptChunk(chunk.subarray(0, filled), seed, dataKey, { objectKey, index, isLast: true });
}

/** Encrypts one chunk, in pieces. */
export function* encryptChunk(
  plain: Uint8Array,
  seed: Buffer,
  dataKey: KeyObject,
  position: ChunkPosition,
): Generator<Uint8Array> {
  const cipher = createCipheriv(CIPHER, dataKey, chunkNonce(seed, position), { authTagLength: TAG_LENGTH });
  cipher.setAAD(chunkAssociatedData(position));
  // A copy: the consumer may free it.
  yield Buffer.from(seed);
  for (let at = 0; at < plain.length; at += PIECE_SIZE)
    yield cipher.update(plain.subarray(at, at + PIECE_SIZE));
  cipher.final();
  yield cipher.getAuthTag();
}
