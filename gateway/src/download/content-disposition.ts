import { create } from 'content-disposition';

/**
 * Types that cannot run a script. All others are sent as attachments, even if `inline` was requested: an uploaded HTML
 * file would be stored XSS.
 */
const inlineTypes = new Set([
  'application/pdf',
  'text/plain',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/apng',
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'video/matroska',
  'video/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/wav',
  'audio/x-wav',
  'audio/vnd.wave',
  'audio/wave',
  'audio/flac',
  'audio/x-flac',
  'audio/ogg',
  'audio/opus',
  'audio/webm',
]);

/**
 * Whether the original is sent to be displayed, not to be saved: such a request is no download. The page shows every
 * picture in an `<img>`, where no script runs. Opened as a document, an SVG could run scripts.
 */
export function isDisplayed(requested: string | undefined, mimeType: string): boolean {
  return requested === 'inline' && (inlineTypes.has(mimeType) || mimeType.startsWith('image/'));
}

/** The `Content-Disposition` of a file (RFC 6266, names in UTF-8). */
export function contentDisposition(requested: string | undefined, mimeType: string, name: string): string {
  const type = requested === 'inline' && inlineTypes.has(mimeType) ? 'inline' : 'attachment';
  // Quote the file name: some clients cut an unquoted token at its first dot or space. Only the first parameter is
  // replaced, because a quoted name may itself contain `filename=`.
  return create(name, { type }).replace(/^(\w+; )filename=([^";\s]+)/, '$1filename="$2"');
}

/** The `Content-Disposition` of a preview (a rendition or the beginning of a text), which browsers may display. */
export function inlineDisposition(name: string): string {
  return contentDisposition('inline', 'application/pdf', name);
}
