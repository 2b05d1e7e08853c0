/** Number of bytes at the beginning of a text that its preview shows. */
export const TEXT_PREVIEW_BYTES = 1024 * 1024;

/** Texts outside `text/…`. */
const texts = new Set([
  'application/json',
  'application/json5',
  'application/ld+json',
  'application/geo+json',
  'application/manifest+json',
  'application/x-ndjson',
  'application/xml',
  'application/javascript',
  'application/ecmascript',
  'application/node',
  'application/typescript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sql',
  'application/x-sh',
  'application/x-httpd-php',
  'application/x-perl',
  'application/x-tex',
  'application/x-latex',
  'application/graphql',
  'message/rfc822',
  'application/x-subrip',
  'application/hjson',
  'application/mbox',
  'application/pgp-keys',
  'application/vnd.apple.mpegurl',
  'application/x-csh',
  'application/x-tcl',
  'application/x-texinfo',
  'application/xml-dtd',
  'audio/x-mpegurl',
  'model/obj',
]);
/** Types that are written in the syntax of a text. */
const BUILT_ON_TEXT = /\+(?:json|xml|yaml)$/;

/** Whether files of this media type are texts. */
export function isTextType(mimeType: string): boolean {
  return mimeType.startsWith('text/') || texts.has(mimeType) || BUILT_ON_TEXT.test(mimeType);
}
