const UTF8_FLAG = 0x800;

/** The characters of the bytes from 128 in code page 437. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
  'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * The name of an entry of a ZIP archive: UTF-8 where it is marked or valid, as macOS and Linux write it without the
 * mark, else code page 437. The format defines no other, and a few bytes do not show which other code page was meant.
 */
export function zipNameOf(bytes: Buffer, flags: number): string {
  const text = bytes.toString('utf8');
  if ((flags & UTF8_FLAG) !== 0 || !text.includes('\ufffd')) return text;
  return Array.from(bytes, (byte) => upperHalf[byte - 128] ?? String.fromCharCode(byte)).join('');
}
