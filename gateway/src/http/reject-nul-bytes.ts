import { AppError } from '@waybill/contracts';

/** U+0000 as JSON escapes it: after an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * No text of ours holds U+0000, which PostgreSQL cannot keep: whoever sends it tries something.
 * @throws AppError `request.malformed`
 */
export function rejectNulInUrl(url: string): void {
  if (url.includes('%00')) throw new AppError('request.malformed');
}

/** As above, of a JSON body before it is parsed. */
export function rejectNulInJson(body: string): void {
  if (escapedNul.test(body)) throw new AppError('request.malformed');
}
