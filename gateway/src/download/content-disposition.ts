import { create } from 'content-disposition';

/** Types a browser only draws. Anything that could run a script is an attachment, whatever was asked for. */
const harmless = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

/** The `Content-Disposition` of a file (RFC 6266, names in UTF-8). */
export function contentDisposition(requested: string | undefined, mimeType: string, name: string): string {
  const type = requested === 'inline' && harmless.has(mimeType) ? 'inline' : 'attachment';
  // Names are quoted even where a bare token would do: some clients cut one at its first dot or space.
  return create(name, { type }).replace(/filename=([^";]+)/, 'filename="$1"');
}
