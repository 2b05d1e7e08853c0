import type { PreviewKind } from '@waybill/contracts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Office types we convert, with the ending LibreOffice expects (spec §5). */
export const officeExtensions: Readonly<Record<string, string>> = {
  [WORD]: 'docx',
  [EXCEL]: 'xlsx',
  [POWERPOINT]: 'pptx',
};

/** Pictures that every browser shows by itself and that hold no script. */
const shownPictures = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

/** Pictures the thumbnail maker cannot read. */
const withoutThumbnail = new Set(['image/bmp']);

/** How the browser shows a file of this type (spec §4, "Preview type"). SVG holds script: not at all. */
export function previewKindOf(mimeType: string): PreviewKind {
  if (mimeType === 'application/pdf') return 'pdf';
  if (Object.hasOwn(officeExtensions, mimeType)) return 'office';
  return shownPictures.has(mimeType) ? 'image' : 'none';
}

/** Whether the preview job has anything to make of a file of this type. */
export function canHavePreview(mimeType: string): boolean {
  return previewKindOf(mimeType) !== 'none' && !withoutThumbnail.has(mimeType);
}
