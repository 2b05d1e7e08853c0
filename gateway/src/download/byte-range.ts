import type { ByteRange } from '@waybill/storage';
import parseRange from 'range-parser';

/**
 * The one part of a file that a `Range` header asks for (RFC 9110 §14). `whole`: no range, one we do not serve
 * (several parts, another unit) or one that `If-Range` voids; `unsatisfiable`: it lies beyond the end.
 */
export function requestedRange(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  size: number,
  etag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const { range } = headers;
  const condition = headers['if-range'];
  if (range === undefined) return 'whole';
  if (condition !== undefined && condition !== etag) return 'whole';
  const parsed = parseRange(size, range);
  if (parsed === -2) return 'whole';
  if (parsed === -1) return 'unsatisfiable';
  const [first, second] = parsed;
  if (parsed.type !== 'bytes' || first === undefined || second !== undefined) return 'whole';
  return { start: first.start, end: first.end };
}

/** Whether `If-None-Match` names this entity (RFC 9110 §13.1.2, weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
