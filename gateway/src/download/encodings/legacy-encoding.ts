import { analyse } from 'chardet';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { centralEuropeanOf } from './central-european.js';
import { shortCyrillicOf } from './short-cyrillic.js';
import { eastAsian } from './east-asian.js';
import { type Guess, isDamaged, isOfWords, scripts } from './plausible-text.js';

const FALLBACK = 'windows-1252';
/** Bytes in which words outside of ASCII are looked for, from the first one. */
const SEARCHED_BYTES = 64 * 1024;
/** Bytes that the detector looks at: 8 KiB take it 20 to 60 ms, during which nothing else is served. */
const SAMPLE_BYTES = 8 * 1024;
const WORD_BYTES = 4 * 1024;
/** Bytes before the first one outside of ASCII that are looked at, because they may belong to its word. */
const BYTES_BEFORE = 32;

/** Encodings of the detector with one byte for each letter: what decodes them, and their script. */
const alphabets: Readonly<Record<string, readonly [encoding: string, script: RegExp]>> = {
  'windows-1251': ['windows-1251', scripts.cyrillic],
  'KOI8-R': ['koi8-r', scripts.cyrillic],
  'ISO-8859-5': ['iso-8859-5', scripts.cyrillic],
  'windows-1253': ['windows-1253', scripts.greek],
  'ISO-8859-7': ['windows-1253', scripts.greek],
  'windows-1255': ['windows-1255', scripts.hebrew],
  'ISO-8859-8': ['windows-1255', scripts.hebrew],
  'windows-1256': ['windows-1256', scripts.arabic],
  'ISO-8859-6': ['iso-8859-6', scripts.arabic],
  'windows-874': ['windows-874', scripts.thai],
};

/** Bytes of Windows-1251 by their characters. */
const windowsCyrillic = new Map(
  Array.from(
    new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (letter, byte) => [letter, byte],
  ),
);

/** Encodings by a digest of the searched bytes. Anyone can open a preview again and again. */
const knownEncodings = new LRUCache<string, string>({ max: 1000 });

/**
 * Recognises the encoding of a text that is not UTF-8. The detector is often wrong about a short text. So its result
 * counts only if it makes whole words of one script: in a Western text, letters outside of ASCII stand within words of
 * ASCII.
 */
export function legacyEncodingOf(bytes: Buffer): string {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - BYTES_BEFORE);
  const searched = bytes.subarray(start, start + SEARCHED_BYTES);
  const digest = hash('sha256', searched, 'base64url');
  const encoding = knownEncodings.get(digest) ?? recognise(searched);
  knownEncodings.set(digest, encoding);
  return encoding;
}

function recognise(searched: Buffer): string {
  const words = wordsOf(searched);
  return (
    best([...eastAsian(searched.subarray(0, SAMPLE_BYTES)), ...alphabetic(words)]) ??
    centralEuropeanOf(words) ??
    shortCyrillicOf(words) ??
    FALLBACK
  );
}

function best(guesses: readonly Guess[]): string | undefined {
  return guesses.toSorted((a, b) => b.score - a.score)[0]?.encoding;
}

/** The words that have a byte outside of ASCII. Markup between them would hide their language. */
function wordsOf(searched: Buffer): Buffer {
  const words = searched.toString('latin1').match(/[A-Za-z\x80-\xff]+/g) ?? [];
  const foreign = words.filter((word) => /[\x80-\xff]/.test(word)).join(' ');
  return Buffer.from(foreign.slice(0, WORD_BYTES), 'latin1');
}

function alphabetic(words: Buffer): Guess[] {
  const guesses = analyse(words).flatMap(({ name, confidence }) => {
    const [encoding, script] = alphabets[name] ?? [];
    return encoding && script ? [{ encoding, script, score: confidence }] : [];
  });
  return [...guesses, ...dosCyrillic(words)].filter(({ encoding, script }) => {
    const text = new TextDecoder(encoding).decode(words);
    return isOfWords(text, script) && !isDamaged(text);
  });
}

/** The detector does not know IBM866, but the same text in Windows-1251. */
function dosCyrillic(words: Buffer) {
  const text = new TextDecoder('ibm866').decode(words);
  const asWindows = Buffer.from(Array.from(text, (letter) => windowsCyrillic.get(letter) ?? 0x20));
  const score = analyse(asWindows).find(({ name }) => name === 'windows-1251')?.confidence;
  return score === undefined ? [] : [{ encoding: 'ibm866', script: scripts.cyrillic, score }];
}
