import { isTextType, type PreviewKind } from '@waybill/contracts';
import { officeFormats } from './office-formats.js';

interface PreviewType {
  readonly kind: PreviewKind;
  /** Extension by which the preview child chooses its reader. Null: the type has no thumbnail or rendition. */
  readonly extension: string | null;
}

const entries = (kind: PreviewKind, extensions: Readonly<Record<string, string | null>>) =>
  Object.entries(extensions).map(([mimeType, extension]) => [mimeType, { kind, extension }] as const);

const types = new Map<string, PreviewType>([
  ['application/pdf', { kind: 'pdf', extension: 'pdf' }],
  ...Object.entries(officeFormats).map(
    ([extension, { mimeType }]) => [mimeType, { kind: 'office', extension }] as const,
  ),
  ['text/rtf', { kind: 'office', extension: 'rtf' }],
  ...entries('image', {
    'image/png': 'png',
    'image/jpeg': 'jpeg',
    'image/gif': 'gif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/bmp': 'bmp',
    'image/svg+xml': 'svg',
    'image/tiff': 'tiff',
    'image/heic': 'heic',
    'image/heif': 'heic',
    'image/vnd.adobe.photoshop': 'psd',
    'image/jxl': 'jxl',
    'image/jp2': 'jp2',
    'image/jpx': 'jp2',
    'image/j2c': 'jp2',
    'image/x-ms-bmp': 'bmp',
    // Browsers display these, and this service cannot draw them.
    'image/apng': null,
    'image/x-icon': null,
    'image/vnd.microsoft.icon': null,
  }),
  ...entries('video', {
    'video/mp4': 'mp4',
    'video/x-m4v': 'mp4',
    'video/quicktime': 'mov',
    'video/webm': 'webm',
    'video/x-matroska': 'mkv',
    'video/matroska': 'mkv',
    'video/ogg': 'ogv',
  }),
  ...entries(
    'audio',
    Object.fromEntries(
      [
        'mpeg',
        'mp4',
        'x-m4a',
        'aac',
        'wav',
        'x-wav',
        'vnd.wave',
        'wave',
        'flac',
        'x-flac',
        'ogg',
        'opus',
        'webm',
      ].map((name) => [`audio/${name}`, null]),
    ),
  ),
  ...entries('archive', {
    'application/zip': 'zip',
    'application/x-zip-compressed': 'zip',
    'application/java-archive': 'zip',
    'application/epub+zip': 'zip',
    'application/x-tar': 'tar',
    'application/x-7z-compressed': '7z',
    'application/x-rar-compressed': 'rar',
    'application/vnd.rar': 'rar',
  }),
]);

/** Types of compressed files. They have a list of entries only if their name is that of an archive. */
const compressed: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/x-gzip': 'gz',
  'application/x-bzip2': 'bz2',
  'application/x-xz': 'xz',
};
const COMPRESSED_ARCHIVE = /\.(tar( ?\(\d+\))?(\.[^.]+)?|t[abgx]z|tb2|tbz2|crate)$/i;

/** Preview kind of a file (spec §4, "Preview type"). */
export function previewKindOf(mimeType: string, name: string): PreviewKind {
  const type = types.get(mimeType);
  if (type) return type.kind;
  if (Object.hasOwn(compressed, mimeType)) return COMPRESSED_ARCHIVE.test(name) ? 'archive' : 'none';
  // The page finds out whether the browser displays another picture.
  if (mimeType.startsWith('image/')) return 'image';
  return isTextType(mimeType) ? 'text' : 'none';
}

/** State of the preview of a new file. A text needs no preview child: its first bytes are sent as they are. */
export function initialPreviewState(mimeType: string, name: string): 'pending' | 'ready' | 'none' {
  const kind = previewKindOf(mimeType, name);
  if (kind === 'text') return 'ready';
  return kind !== 'none' && previewExtensionOf(mimeType) !== null ? 'pending' : 'none';
}

/** Extension by which the preview child recognises the format. Null for types without a rendition or thumbnail. */
export function previewExtensionOf(mimeType: string): string | null {
  if (Object.hasOwn(compressed, mimeType)) return compressed[mimeType] ?? null;
  return types.get(mimeType)?.extension ?? null;
}
