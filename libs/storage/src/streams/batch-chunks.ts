import { type BytePieces, lengthOf, piecesOf } from './byte-pieces.js';

/** Groups chunks into batches of at least `size` bytes, to write each with one call and without a copy. */
export async function* batchChunks(
  source: AsyncIterable<BytePieces>,
  size: number,
): AsyncGenerator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const pieces = piecesOf(chunk);
    batch.push(...pieces.filter(({ length }) => length > 0));
    bytes += lengthOf(pieces);
    if (bytes < size) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
