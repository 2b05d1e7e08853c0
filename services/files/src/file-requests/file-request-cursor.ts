import { AppError } from '@waybill/contracts';
import { z } from 'zod';
import type { FileRequest } from '../file-request/file-request.entity.js';

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Encodes the last request of a page (keyset pagination). The next page starts with the next older request. */
export function requestCursor({ createdAt, id }: Pick<FileRequest, 'createdAt' | 'id'>): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** @throws AppError `request.invalid` for a string that `requestCursor` did not produce */
export function parseRequestCursor(cursor: string): { readonly createdAt: Date; readonly id: string } {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [createdAt, id] = cursorSchema.parse(JSON.parse(text));
    return { createdAt: new Date(createdAt), id };
  } catch {
    throw AppError.invalid([{ field: 'cursor', message: 'This page does not exist' }]);
  }
}
