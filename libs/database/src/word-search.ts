/** Characters that separate words. PostgreSQL alone would take `report.pdf` for a host, and an address for one word. */
const SEPARATORS = '._-+@/\\()[]{},;:&=#!%~';

const MAX_WORDS = 8;

/**
 * The words of a text, for a full-text index and for queries that use it. Part of migrations: must not change.
 * @param text an SQL expression, such as a column
 */
export function wordsOf(text: string): string {
  return `to_tsvector('simple', translate(${text}, '${SEPARATORS}', '${' '.repeat(SEPARATORS.length)}'))`;
}

/**
 * The argument of `to_tsquery('simple', …)` for texts that contain each word of the search, or a word that begins with
 * it. Null: the search has no words. A database with the locale `C` distinguishes the case of letters beyond ASCII, so
 * each word is searched for in several spellings.
 */
export function wordsQuery(search: string): string | null {
  const words = search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `(${[...new Set(spellings(word))].map((spelling) => `${spelling}:*`).join(' | ')})`)
    .join(' & ');
}

function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [word, lower, lower.charAt(0).toUpperCase() + lower.slice(1)];
}
