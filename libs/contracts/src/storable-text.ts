import { AppError } from './app-error.js';

/** U+0000, and surrogates without their pair: with the flag `u`, a pair counts as its character. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Whether PostgreSQL, JSON and mails can all hold the text. They cannot hold U+0000, nor a surrogate without its pair,
 * which is no character of Unicode.
 */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/**
 * The rule for text at the edge: refuses a parsed body with a string or key that is not storable, at any depth.
 * @throws AppError `request.malformed`
 */
export function rejectUnstorableText(body: unknown): void {
  // A stack of its own: a body of 64 KiB can be nested too deep for recursion.
  const pending = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new AppError('request.malformed', undefined, {
        message: 'The request contains a character that is not allowed.',
      });
    }
    if (typeof value === 'object' && value !== null)
      pending.push(...Object.keys(value), ...Object.values(value as Record<string, unknown>));
  }
}
