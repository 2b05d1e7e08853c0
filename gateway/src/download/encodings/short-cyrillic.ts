import { count, isOfWords, scripts } from './plausible-text.js';

const encodings = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'];
/** With fewer letters, a Western text of accented letters alone would be plausible. */
const MIN_LETTERS = 12;
/** Two thirds of the letters of a text in Russian, and most in related languages. */
const COMMON = '[оеаинтсрвлк]';
const MIN_COMMON = 0.4;

/**
 * The encoding of a Cyrillic text that is too short for the detector: the one in which most letters are common and
 * lower-case ones, and no capital stands within a word.
 */
export function shortCyrillicOf(words: Buffer): string | undefined {
  const guesses = encodings.flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(words);
    const letters = count(text, '\\p{Script=Cyrillic}');
    const common = count(text, COMMON, 'i') / letters;
    const isPlausible = letters >= MIN_LETTERS && common >= MIN_COMMON && count(text, '\\p{Ll}\\p{Lu}') === 0;
    if (!isPlausible || !isOfWords(text, scripts.cyrillic)) return [];
    return [{ encoding, score: common + count(text, '\\p{Ll}') / letters }];
  });
  return guesses.toSorted((a, b) => b.score - a.score)[0]?.encoding;
}
