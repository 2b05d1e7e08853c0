/** Groups chunks into batches of at least `size` bytes, to write each with one call and without a copy. */
export async function* batchChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    batch.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
