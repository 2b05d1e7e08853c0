import type { PagePosition } from './page-cursor.js';

/** Characters that separate words. PostgreSQL alone would take `report.pdf` for a host, and an address for one word. */
const SEPARATORS = '._-+@/\\()[]{},;:&=#!%~';

const MAX_WORDS = 8;

/** The greatest id: sorts after all others. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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

/** With the composed form of a word from macOS, whose file names have accents as characters of their own. */
function spellings(typed: string): string[] {
  return [typed, typed.normalize('NFC')].flatMap((word) => {
    const lower = word.toLowerCase();
    return [word, lower, lower.charAt(0).toUpperCase() + lower.slice(1)];
  });
}

/** Rows that a search reads by age before it uses the index of words. */
const NEWEST = 1000;
/** More rows than a page has. */
const PAGE_LIMIT = 201;
/** Maximum number of matches that a search sorts by age. A search with more may miss some, and needs more words. */
const INDEXED = 10_000;

/**
 * Conditions of a search by words in a list that is ordered by `created_at` and `id`, both descending. Try them in turn
 * until a page is full. The first one searches the newest rows only. It serves words that most rows contain, for which
 * the index would read all of these rows. The second one finds rare words by the index.
 * @param text an SQL expression over `columns`; the table has an index of `wordsOf(text)`
 * @returns SQL with the parameters `:words`, and `:before` and `:beforeId` of `wordParameters`
 */
export function wordConditions(table: string, text: string, columns: string): readonly string[] {
  const named = `${wordsOf(text)} @@ to_tsquery('simple', :words)`;
  return [
    `id IN (SELECT id FROM (SELECT id, created_at, ${columns} FROM ${table}
         WHERE (created_at, id) < (:before, :beforeId) ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}) newest
       WHERE ${named} ORDER BY created_at DESC, id DESC LIMIT ${PAGE_LIMIT})`,
    // Limited, so that PostgreSQL uses the index of words and does not walk through all rows by age.
    `id IN (SELECT id FROM ${table} WHERE ${named} LIMIT ${INDEXED})`,
  ];
}

/** @param position of the last row of the page before, or null for the first page */
export function wordParameters(words: string, position: PagePosition | null) {
  return { words, before: position?.createdAt ?? 'infinity', beforeId: position?.id ?? LAST_ID };
}
