import { AppError } from '@waybill/contracts';

/** U+0000 as an escape in JSON: after an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Rejects U+0000 in a URL: PostgreSQL cannot store it, and no legitimate client sends it.
 * @throws AppError `request.malformed`
 */
export function rejectNulInUrl(url: string): void {
  if (url.includes('%00')) throw new AppError('request.malformed');
}

/** Rejects U+0000 in a JSON body, before it is parsed. @throws AppError `request.malformed` */
export function rejectNulInJson(body: string): void {
  if (ESCAPED_NUL.test(body)) throw new AppError('request.malformed');
}
