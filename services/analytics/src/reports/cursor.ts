import { AppError } from '@waybill/contracts';

/** The oldest entry of a page; the next page begins before it. */
export interface Position {
  readonly accessedAt: Date;
  readonly id: string;
}

const FORM = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque to clients. */
export function encodeCursor({ accessedAt, id }: Position): string {
  return Buffer.from(`${accessedAt.getTime()}.${id}`).toString('base64url');
}

/** @throws AppError `request.invalid` for what `encodeCursor` did not make */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined) {
    throw AppError.invalid([{ field: 'cursor', message: 'There is no such page' }]);
  }
  return { accessedAt: new Date(Number(time)), id };
}
