/** An encoding in which a text is plausible, and how likely it is: up to 100. */
export interface Guess {
  readonly encoding: string;
  readonly score: number;
}

/** Letters of scripts that Western texts do not have. */
export const scripts = {
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  thai: /\p{Script=Thai}/u,
  eastAsian: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u,
};

/** With fewer letters, most encodings would be plausible. */
const MIN_LETTERS = 4;
/** Mean length of a word. Only few words have one letter. */
const MIN_LENGTH = 1.4;
/** Some characters may be of another script, such as in a foreign name. */
const MAX_OTHERS = 0.1;
/** Some words may have letters of ASCII as well, such as the name of a product with an ending. */
const MAX_JOINTS = 0.2;

/**
 * Whether a decoded text has whole words of a script. Its letters then follow one another, not letters of ASCII, and
 * only few have an upper-case letter after a lower-case one.
 */
export function isOfWords(text: string, { source: letter }: RegExp): boolean {
  const letters = count(text, letter);
  const others = count(text, `(?!${letter})[^\\0-\\x7f\\p{P}\\p{Z}\\p{Sc}№©°]`);
  const joints = count(text, `[A-Za-z]${letter}|${letter}[A-Za-z]`);
  const words = count(text, `(?:${letter})+`);
  return (
    letters >= MIN_LETTERS &&
    letters >= words * MIN_LENGTH &&
    others <= letters * MAX_OTHERS &&
    joints <= letters * MAX_JOINTS &&
    count(text, `(?=${letter})\\p{Ll}(?=${letter})\\p{Lu}`) <= letters * MAX_OTHERS
  );
}

/**
 * Whether a text in an alphabet was decoded wrongly: a byte is undefined in the encoding, or a word begins with a mark
 * above or below a letter.
 */
export function isDamaged(text: string): boolean {
  return text.includes('\ufffd') || count(text, '(?<![\\p{L}\\p{M}])\\p{M}') > 0;
}

/** How often a pattern occurs in a text. */
export function count(text: string, pattern: string, flags = ''): number {
  return text.match(new RegExp(pattern, `gu${flags}`))?.length ?? 0;
}
