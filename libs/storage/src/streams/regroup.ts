/**
 * The bytes of `source` in pieces of exactly `size` bytes, the last one shorter; copied only where the source cuts
 * them differently. A piece is good until the next one is asked for: its memory is used again.
 * @param done told of each chunk of the source once its bytes are no longer needed
 */
export async function* regroup(
  source: AsyncIterable<Uint8Array>,
  size: number,
  done: (chunk: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let piece: Buffer | undefined;
  let filled = 0;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + size - filled);
      taken += part.length;
      if (part.length === size) {
        yield part;
        continue;
      }
      piece ??= Buffer.allocUnsafeSlow(size);
      piece.set(part, filled);
      filled += part.length;
      if (filled < size) continue;
      yield piece;
      filled = 0;
    }
    done(chunk);
  }
  if (piece && filled > 0) yield piece.subarray(0, filled);
}
