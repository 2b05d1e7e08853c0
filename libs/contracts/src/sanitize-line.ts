/** Control characters, line and paragraph separators, and marks that change the direction of text. */
export const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * Turns a name or subject into one visible line: replaces invisible characters with blanks and trims the result.
 */
export function sanitizeLine(text: string): string {
  return text.replace(INVISIBLE, ' ').trim();
}

/** Like `sanitizeLine`, for a text whose lines stay lines. */
export function sanitizeLines(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(INVISIBLE, ' '))
    .join('\n')
    .trim();
}
