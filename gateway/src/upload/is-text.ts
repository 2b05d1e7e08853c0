/** Most control characters of a text: one of so many. */
const MAX_CONTROLS = 1 / 500;

/** Control characters of ordinary texts: backspace, tab, line feed, form feed, carriage return and escape. */
const usual = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Whether the bytes, which a limit may have cut off, are a text in some encoding. */
export function isText(sample: Uint8Array): boolean {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return isUtf16('utf-16le', sample);
  if (first === 0xfe && second === 0xff) return isUtf16('utf-16be', sample);
  return !sample.includes(0) && hasFewControls(sample);
}

function isUtf16(encoding: string, sample: Uint8Array): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return (
      !text.includes('\0') && hasFewControls(Uint16Array.from(text, (character) => character.charCodeAt(0)))
    );
  } catch {
    return false;
  }
}

function hasFewControls(characters: Uint8Array | Uint16Array): boolean {
  let controls = 0;
  for (const character of characters) {
    if ((character < 0x20 && !usual.has(character)) || character === 0x7f) controls++;
  }
  return controls <= characters.length * MAX_CONTROLS;
}
