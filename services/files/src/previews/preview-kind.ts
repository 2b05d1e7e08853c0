import type { PreviewKind } from '@waybill/contracts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Convertible Office types, with the extension that LibreOffice expects (spec §5). */
export const officeExtensions: Readonly<Record<string, string>> = {
  [WORD]: 'docx',
  [EXCEL]: 'xlsx',
  [POWERPOINT]: 'pptx',
};

/** Picture types that all browsers display and that cannot contain scripts. */
const displayablePictures = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

/** Picture types that sharp cannot read. */
const withoutThumbnail = new Set(['image/bmp']);

/** Preview kind of a media type (spec §4, "Preview type"). None for SVG, which can contain scripts. */
export function previewKindOf(mimeType: string): PreviewKind {
  if (mimeType === 'application/pdf') return 'pdf';
  if (Object.hasOwn(officeExtensions, mimeType)) return 'office';
  return displayablePictures.has(mimeType) ? 'image' : 'none';
}

/** Whether the preview job can make a thumbnail for this media type. */
export function canHavePreview(mimeType: string): boolean {
  return previewKindOf(mimeType) !== 'none' && !withoutThumbnail.has(mimeType);
}
