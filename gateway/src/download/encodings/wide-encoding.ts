/** Encodings of two or four bytes for each character. */
export type WideEncoding = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** Bytes at the beginning of a text that are looked at. */
const SAMPLE_BYTES = 4096;
/** In scripts with an alphabet, half of the bytes choose the script: by NUL or another control character. */
const MIN_CONTROLS = 1 / 4;

const withoutMark = ['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'] as const;

/** The encoding by the byte order mark, or by the bytes that every second or fourth character has in common. */
export function wideEncodingOf(bytes: Buffer): WideEncoding | null {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return marked;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.filter(isControl).length < sample.length * MIN_CONTROLS) return null;
  return withoutMark.find((encoding) => isReadableIn(encoding, sample)) ?? null;
}

function encodingOfMark(bytes: Buffer): WideEncoding | null {
  const begins = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  // The mark of UTF-32 begins like that of UTF-16.
  if (begins(0xff, 0xfe, 0, 0)) return 'utf-32le';
  if (begins(0, 0, 0xfe, 0xff)) return 'utf-32be';
  if (begins(0xff, 0xfe)) return 'utf-16le';
  return begins(0xfe, 0xff) ? 'utf-16be' : null;
}

/** Whether a byte is a control character that texts of single bytes do not have. */
const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);

/** Whether the text has no invalid, unassigned or control characters in this encoding. */
function isReadableIn(encoding: WideEncoding, sample: Buffer): boolean {
  const text = decodeWide(sample, encoding, true).replace(/[\t\n\f\r\p{Cf}]/gu, '');
  return text !== '' && !/[\p{C}\ufffd]/u.test(text);
}

/** Decodes a text, without its byte order mark. `isCut`: leaves out a character that is incomplete at the end. */
export function decodeWide(bytes: Buffer, encoding: WideEncoding, isCut: boolean): string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return new TextDecoder(encoding).decode(bytes, { stream: isCut });
  const read = encoding === 'utf-32le' ? bytes.readUInt32LE.bind(bytes) : bytes.readUInt32BE.bind(bytes);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = read(at);
    text += code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code);
  }
  return text.replace(/^\ufeff/, '');
}
