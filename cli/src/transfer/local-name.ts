const MAX_BYTES = 200;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * File name for a name that a stranger chose: no path (path traversal), no control or bidirectional character, no name
 * that a file system gives a meaning of its own.
 */
export function localName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (clean === '') return 'download';
  return shorten(DEVICE.test(clean) ? `_${clean}` : clean);
}

/** Shortens the part before the extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const [extension = ''] = /\.[^.]{1,16}$/.exec(name) ?? [];
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(stem + character + extension) > MAX_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
