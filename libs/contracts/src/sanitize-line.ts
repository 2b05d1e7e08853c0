/** Control characters, line and paragraph separators, and the marks that reverse how a text reads. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A name or subject on one line, as it will be read: what cannot be seen in it is a blank, and none is at its ends. */
export function sanitizeLine(text: string): string {
  return text.replace(unseen, ' ').trim();
}
