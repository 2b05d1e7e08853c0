/**
 * Converts text to UTF-8. Text that is UTF-8 already stays byte for byte the same, but loses an incomplete character at
 * the end of a cut text. Other text without a byte order mark counts as Windows-1252.
 */
export function toUtf8(bytes: Buffer, isCut: boolean): Buffer {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return Buffer.from(new TextDecoder(marked).decode(bytes));
  const whole = isCut ? bytes.subarray(0, endOfLastCharacter(bytes)) : bytes;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(whole);
    return whole;
  } catch {
    return Buffer.from(new TextDecoder('windows-1252').decode(bytes));
  }
}

function encodingOfMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
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
