import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import {
  CIPHER,
  type ChunkPosition,
  SEED_LENGTH,
  TAG_LENGTH,
  chunkAssociatedData,
  chunkNonce,
} from './encrypted-format.js';
import { PlainChunks } from './plain-chunks.js';

/** Size of the pieces that are returned: encrypted bytes wait in memory until they are written, so keep them few. */
const PIECE_SIZE = 128 * 1024;

/** Encrypts `plain` for storage under `objectKey`. Holds little more than one chunk. Owns the bytes, and frees them. */
export async function* encryptStream(
  plain: AsyncIterable<Uint8Array>,
  dataKey: KeyObject,
  objectKey: string,
): AsyncGenerator<Uint8Array> {
  const seed = randomBytes(SEED_LENGTH);
  const chunks = new PlainChunks();
  let index = 0;
  for await (const bytes of plain) {
    for (let taken = 0; taken < bytes.length;) {
      // Encrypt a full chunk when another byte follows: only then is it known not to be the last.
      if (chunks.isFull) {
        const position = { objectKey, index, isLast: false };
        for (const piece of encryptChunk(chunks.partial, seed, dataKey, position)) yield piece;
        index++;
        chunks.next();
      }
      taken += chunks.take(bytes, taken).length;
    }
    chunks.release(bytes);
  }
  const position = { objectKey, index, isLast: true };
  for (const piece of encryptChunk(chunks.partial, seed, dataKey, position)) yield piece;
  chunks.next();
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
