import { type FileView, isRenderedPicture } from '@waybill/contracts';

/** Whether a link for viewing only can show the file: it gives renditions, and never the original. */
export function canBeViewedOnly(file: FileView): boolean {
  const { kind, hasRendition, isEncrypted } = file.preview;
  return hasRendition || kind === 'text' || (kind === 'office' && isEncrypted) || isBeingMade(file);
}

/** Whether the file cannot be shown yet, because its rendition is being made. */
export function isBeingMade({ mimeType, preview: { kind, state, hasRendition } }: FileView): boolean {
  if (state !== 'pending' || hasRendition) return false;
  return kind === 'office' || kind === 'archive' || (kind === 'image' && isRenderedPicture(mimeType));
}
