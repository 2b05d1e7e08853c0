import type { FileHandle } from 'node:fs/promises';

/** Writes all chunks at `start`. Continues after a short write, which is the first sign of a disk that fills up. */
export async function writeAll(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  start: number,
): Promise<void> {
  let left = chunks;
  let position = start;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, position);
    position += bytesWritten;
    left = skipBytes(left, bytesWritten);
  }
}

/** `chunks` without their first `bytes`. */
export function skipBytes(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skipped = bytes;
  const rest: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (skipped < chunk.length) rest.push(chunk.subarray(skipped));
    skipped = Math.max(0, skipped - chunk.length);
  }
  return rest;
}

/** The first `bytes` of `chunks`. */
export function takeBytes(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes;
  const taken: Uint8Array[] = [];
  for (const chunk of chunks) {
    if (left <= 0) break;
    taken.push(chunk.length <= left ? chunk : chunk.subarray(0, left));
    left -= chunk.length;
  }
  return taken;
}
