import { create } from 'content-disposition';

/** Types that cannot run a script. All others are sent as attachments, even if `inline` was requested. */
const inlineTypes = new Set([
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
  const type = requested === 'inline' && inlineTypes.has(mimeType) ? 'inline' : 'attachment';
  // Always quote the name of the first parameter (a quoted name may itself contain `filename=`): some clients cut an unquoted token at its first dot or space.
  return create(name, { type }).replace(/^(\w+; )filename=([^";\s]+)/, '$1filename="$2"');
}
