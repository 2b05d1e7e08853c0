import type { ByteRange } from '@waybill/storage';

/** One range of bytes: `first-`, `first-last` or `-suffix` (RFC 9110 §14.1.2). */
const oneRange = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * The one part of a file that a `Range` header asks for (RFC 9110 §14). `whole`: no range, one we do not serve
 * (several parts, another unit) or one that `If-Range` voids; `unsatisfiable`: it lies beyond the end.
 */
export function requestedRange(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  etag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const condition = headers['if-range'];
  const [range, first, last, suffix] = oneRange.exec(headers.range ?? '') ?? [];
  if (range === undefined || (condition !== undefined && condition !== etag)) return 'whole';
  const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}

/** Whether `If-None-Match` names this entity (RFC 9110 §13.1.2, weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
