import { decodeWide, wideEncodingOf } from './encodings/wide-encoding.js';

/**
 * Converts text to UTF-8. Text that is UTF-8 already stays byte for byte the same, but loses an incomplete character at
 * the end of a cut text. Text in an encoding that cannot be recognised counts as Windows-1252.
 */
export async function toUtf8(bytes: Buffer, isCut: boolean): Promise<Buffer> {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return Buffer.from(decodeWide(bytes, wide, isCut));
  if (isEscapedJapanese(bytes)) return decoded(bytes, 'iso-2022-jp', isCut);
  const whole = isCut ? bytes.subarray(0, endOfLastCharacter(bytes)) : bytes;
  if (isValid(whole, 'utf-8')) return whole;
  // The tables of the detection are loaded with the first text that needs them.
  const { legacyEncodingOf } = await import('./encodings/legacy-encoding.js');
  return decoded(bytes, legacyEncodingOf(bytes), isCut);
}

function decoded(bytes: Buffer, encoding: string, isCut: boolean): Buffer {
  return Buffer.from(new TextDecoder(encoding).decode(bytes, { stream: isCut }));
}

function isValid(bytes: Buffer, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** ISO-2022-JP is valid ASCII, with escape sequences that choose Japanese letters. */
function isEscapedJapanese(bytes: Buffer): boolean {
  return (bytes.includes('\x1b$B') || bytes.includes('\x1b$@')) && bytes.every((byte) => byte < 0x80);
}

/** Index at which an incomplete character at the end begins; the length if every character is complete. */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
