import type { ByteRange } from './object-store.js';

/** Bytes from `start` up to but not including `stop`. */
export interface ResolvedRange {
  readonly start: number;
  readonly stop: number;
}

/**
 * What `range` means for `size` bytes; without a range, all of them. An end beyond the last byte is cut to it.
 * @throws RangeError when the range begins beyond the last byte or is none at all
 */
export function resolveRange(range: ByteRange | undefined, size: number): ResolvedRange {
  if (!range) return { start: 0, stop: size };
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;
  if (!isRange || start >= size) throw new RangeError(`There are no bytes ${start} to ${end} in ${size}`);
  return { start, stop: Math.min(end + 1, size) };
}
