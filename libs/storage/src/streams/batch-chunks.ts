/**
 * The chunks of `source` as they are, in groups of at least `size` bytes, the last one smaller: to be written with one
 * call and without a copy. There are no empty groups.
 */
export async function* batchChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<readonly Uint8Array[]> {
  let group: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    group.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}
