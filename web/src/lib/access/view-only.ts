import type { Preview } from '@waybill/contracts';

/** Whether a link for viewing only can show the file: it gives renditions, and never the original. */
export function canBeViewedOnly({ kind, hasRendition, isEncrypted }: Preview): boolean {
  return hasRendition || kind === 'text' || (kind === 'office' && isEncrypted);
}
