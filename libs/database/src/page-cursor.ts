import { AppError } from '@waybill/contracts';

/** Position of the last row of a page in a list by time (keyset pagination). */
export interface PagePosition {
  /** Rank of the part of the list that the row belongs to; 0 in a list without parts. */
  readonly part: number;
  readonly createdAt: Date;
  readonly id: string;
}

/** A page of a list, with the cursor of the next page; null on the last page. */
export interface CursorPage<Row> {
  readonly page: readonly Row[];
  readonly nextCursor: string | null;
}

const FORM = /^(\d)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Cuts rows to a page.
 * @param rows found with a limit of `size + 1`: one row more says that there is a next page
 * @param partOf rank of the part of the list that a row belongs to
 */
export function cursorPage<Row extends Pick<PagePosition, 'createdAt' | 'id'>>(
  rows: readonly Row[],
  size: number,
  partOf: (row: Row) => number = () => 0,
): CursorPage<Row> {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const hasNext = last !== undefined && rows.length > size;
  return { page, nextCursor: hasNext ? encodeCursor({ ...last, part: partOf(last) }) : null };
}

/** Encodes a position as an opaque string for clients. */
export function encodeCursor({ part, createdAt, id }: PagePosition): string {
  return Buffer.from(`${part}.${createdAt.getTime()}.${id}`).toString('base64url');
}

/**
 * @param cursor null: the first page
 * @throws AppError `request.invalid` for a string that `encodeCursor` did not produce
 */
export function decodeCursor(cursor: string | null): PagePosition | null {
  if (cursor === null) return null;
  const [, part, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (part === undefined || time === undefined || id === undefined)
    throw AppError.invalid([{ field: 'cursor', message: 'There is no such page' }]);
  return { part: Number(part), createdAt: new Date(Number(time)), id };
}
