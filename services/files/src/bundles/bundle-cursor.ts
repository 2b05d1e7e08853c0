import { AppError } from '@waybill/contracts';

/** Position of the last bundle of a page (keyset pagination). The next page starts with the next older bundle. */
interface Position {
  readonly createdAt: Date;
  readonly bundleId: string;
}

const FORM = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Encodes a position as an opaque string for clients. */
export function encodeBundleCursor({
  createdAt,
  id,
}: {
  readonly createdAt: Date;
  readonly id: string;
}): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** @throws AppError `request.invalid` for a string that `encodeBundleCursor` did not produce */
export function decodeBundleCursor(cursor: string): Position {
  const [, time, bundleId] = FORM.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || bundleId === undefined) {
    throw AppError.invalid([{ field: 'cursor', message: 'There is no such page' }]);
  }
  return { createdAt: new Date(Number(time)), bundleId };
}
