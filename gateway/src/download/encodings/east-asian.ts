import { analyse } from 'chardet';
import { type Guess, isOfWords, scripts } from './plausible-text.js';

interface CharacterSet {
  readonly encoding: string;
  /** First bytes of punctuation and of the characters that make up most of every text. */
  readonly common: readonly [from: number, to: number];
}

/** Character sets of the detector whose characters have two bytes. */
const characterSets: Readonly<Record<string, CharacterSet>> = {
  Shift_JIS: { encoding: 'shift_jis', common: [0x81, 0x97] },
  'EUC-JP': { encoding: 'euc-jp', common: [0xa1, 0xcf] },
  'EUC-KR': { encoding: 'euc-kr', common: [0xa1, 0xc8] },
  GB18030: { encoding: 'gb18030', common: [0xa1, 0xd7] },
  Big5: { encoding: 'big5', common: [0xa1, 0xc6] },
};

/** Least share of common characters. By chance a text of another encoding has a third of them. */
const MIN_COMMON = 0.5;

/** Encodings of Chinese, Japanese and Korean in which the text is valid, and has the characters of an ordinary one. */
export function eastAsian(sample: Buffer): Guess[] {
  return analyse(sample).flatMap(({ name, confidence }) => {
    const set = characterSets[name];
    if (!set || !isTextIn(set.encoding, sample)) return [];
    const share = shareOfCommon(sample, set);
    return share < MIN_COMMON ? [] : [{ encoding: set.encoding, score: (confidence + 100 * share) / 2 }];
  });
}

function isTextIn(encoding: string, sample: Buffer): boolean {
  try {
    // The sample may end within a character.
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return isOfWords(text.normalize('NFKC').replace(/\p{S}/gu, ' '), scripts.eastAsian);
  } catch {
    return false;
  }
}

function shareOfCommon(sample: Buffer, { encoding, common: [from, to] }: CharacterSet): number {
  let all = 0;
  let common = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    const isSingle = byte < 0x80 || (encoding === 'shift_jis' && byte >= 0xa0 && byte < 0xe0);
    if (isSingle) continue;
    all += 1;
    if (byte >= from && byte <= to) common += 1;
    at += 1;
  }
  return all === 0 ? 0 : common / all;
}
