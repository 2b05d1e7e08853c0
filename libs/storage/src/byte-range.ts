import type { ByteRange } from './object-store.js';

/** Bytes from `start` (inclusive) to `stop` (exclusive). */
export interface ResolvedRange {
  readonly start: number;
  readonly stop: number;
}

/**
 * Resolves `range` against `size` bytes; without a range, all bytes. An end beyond the last byte means the last byte.
 * @throws RangeError when the range is malformed or starts beyond the last byte
 */
export function resolveRange(range: ByteRange | undefined, size: number): ResolvedRange {
  if (!range) return { start: 0, stop: size };
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;
  if (!isRange || start >= size) throw new RangeError(`There are no bytes ${start} to ${end} in ${size}`);
  return { start, stop: Math.min(end + 1, size) };
}
