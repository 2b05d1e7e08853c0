import type { ByteRange } from '@waybill/storage';

/** A single byte range: `first-`, `first-last` or `-suffix` (RFC 9110 §14.1.2). */
const SINGLE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * The range that a request asks for (RFC 9110 §14).
 * @returns `whole` without a range, for an unsupported one (several ranges, another unit) and where `If-Range` does
 *   not match; `unsatisfiable` for a range beyond the end
 */
export function requestedRange(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  etag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const condition = headers['if-range'];
  const [range, first, last, suffix] = SINGLE_RANGE.exec(headers.range ?? '') ?? [];
  if (range === undefined || (condition !== undefined && condition !== etag)) return 'whole';
  const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}
