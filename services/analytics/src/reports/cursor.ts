import { AppError } from '@waybill/contracts';

/** Position of the last entry of a page. The next page starts with the entry before it. */
export interface Position {
  readonly accessedAt: Date;
  readonly id: string;
}

const FORM = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Encodes a position as an opaque string for clients. */
export function encodeCursor({ accessedAt, id }: Position): string {
  return Buffer.from(`${accessedAt.getTime()}.${id}`).toString('base64url');
}

/** @throws AppError `request.invalid` for a string that `encodeCursor` did not produce */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined) {
    throw AppError.invalid([{ field: 'cursor', message: 'There is no such page' }]);
  }
  return { accessedAt: new Date(Number(time)), id };
}
