import { AppError } from './app-error.js';

/** U+0000 and unpaired surrogates. The flag `u` reads a pair as one character, so that only unpaired ones match. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Whether PostgreSQL, JSON and mails can all represent the text. They cannot represent U+0000, nor an unpaired
 * surrogate, which is no Unicode character.
 */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Longest path that is kept, in UTF-16 code units. A bundle keeps less of it. */
const MAX_PATH_LENGTH = 4096;

/** The end of a path, where its file name is, as storable text. A path is cleaned and never refused. */
export function storablePath(sent: string): string {
  return sent
    .slice(-MAX_PATH_LENGTH)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\0', '');
}

/**
 * Refuses a parsed request body if a string or key at any depth is not storable.
 * @throws AppError `request.malformed`
 */
export function rejectUnstorableText(body: unknown): void {
  // Iterate instead of recursing: a body of 64 KiB can be nested too deeply for the call stack.
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new AppError('request.malformed', undefined, {
        message: 'The request contains a character that is not allowed.',
      });
    }
    if (typeof value !== 'object' || value === null) continue;
    // One by one: a wide body would be too many arguments for one call.
    if (Array.isArray(value)) for (const item of value) pending.push(item);
    else for (const [key, item] of Object.entries(value)) pending.push(key, item);
  }
}
