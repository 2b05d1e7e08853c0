/** Cursor of keyset pagination: position of the last row of a page in a list by time. */
export interface PagePosition {
  /** Rank of the part of the list that the row belongs to; 0 in a list without parts. */
  readonly part: number;
  readonly createdAt: Date;
  readonly id: string;
}

const FORM = /^(\d)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Encodes a position as an opaque string for clients. */
export function encodePosition({ part, createdAt, id }: PagePosition): string {
  return Buffer.from(`${part}.${createdAt.getTime()}.${id}`).toString('base64url');
}

/** @returns null for a string that `encodePosition` did not produce */
export function decodePosition(cursor: string): PagePosition | null {
  const [, part, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (part === undefined || time === undefined || id === undefined) return null;
  return { part: Number(part), createdAt: new Date(Number(time)), id };
}
