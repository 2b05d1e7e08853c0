import { analyse } from 'chardet';
import { count } from './plausible-text.js';

const encodings = ['windows-1250', 'iso-8859-2'];
/** Letters outside of ASCII of Polish, Czech, Slovak, Hungarian, Romanian, and of Croatian and Slovenian. */
const alphabets = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];
/** Letters of one language, of all letters outside of ASCII. A text may have a foreign name. */
const MIN_OF_ONE_LANGUAGE = 0.97;
/** Symbols within words by which a text is certainly not Western. */
const MIN_SYMBOLS = 3;
/** Letters from which on the detector can be relied on. */
const MIN_LETTERS = 20;
const LETTER = '[^\\0-\\x7f\\p{P}\\p{Z}\\p{S}]';
const SYMBOL_IN_WORD = '\\p{L}[\\p{S}\\p{N}\\p{Cc}¿¡]|[\\p{S}\\p{N}\\p{Cc}¿¡]\\p{L}';

/**
 * The encoding of a text in a language of Central Europe. Most of its letters are the same in Western encodings. So all
 * letters must belong to one language. Besides, some of them must be symbols in a Western text, or the detector must be
 * sure.
 */
export function centralEuropeanOf(words: Buffer): string | undefined {
  const western = new TextDecoder('windows-1252').decode(words);
  return encodings.find((encoding) => {
    const text = new TextDecoder(encoding).decode(words);
    const letters = count(text, LETTER);
    const ofOneLanguage = Math.max(...alphabets.map((alphabet) => count(text, `[${alphabet}]`, 'i')));
    if (ofOneLanguage < letters * MIN_OF_ONE_LANGUAGE || count(text, SYMBOL_IN_WORD) > 0) return false;
    return (
      count(western, SYMBOL_IN_WORD) >= MIN_SYMBOLS || (letters >= MIN_LETTERS && isCentralEuropean(words))
    );
  });
}

function isCentralEuropean(words: Buffer): boolean {
  const guesses = analyse(words);
  const sureness = (names: readonly string[]) =>
    guesses.find(({ name }) => names.includes(name))?.confidence ?? 0;
  return sureness(['windows-1250', 'ISO-8859-2']) > sureness(['windows-1252', 'ISO-8859-1']);
}
