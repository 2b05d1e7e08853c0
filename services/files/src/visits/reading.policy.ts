import type { Reading } from '@waybill/contracts';

/** Bounds of a plausible report, from the visited file and the visit. */
export interface ReadingBounds {
  /** Pages of the file. */
  readonly pageCount: number;
  /** Milliseconds since the visit began, less those that its earlier reports have used. */
  readonly remainingMs: number;
}

/** Number of "pages" of a video or audio file: each is a tenth of its length. */
const MEDIA_TENTHS = 10;

/** Number of pages that can be read of a file; null while it is unknown. */
export function readablePages({
  mimeType,
  previewKind,
  pageCount,
}: {
  readonly mimeType: string;
  readonly previewKind: string;
  readonly pageCount: number | null;
}): number | null {
  if (/^(video|audio)\//.test(mimeType)) return MEDIA_TENTHS;
  if (previewKind === 'pdf' || previewKind === 'office') return pageCount;
  return 1;
}

/** The plausible part of a report: only pages that exist, and no more time than has passed. */
export function plausibleReading(
  { events }: Reading,
  { pageCount, remainingMs }: ReadingBounds,
): { page: number; ms: number }[] {
  let left = Math.max(0, remainingMs);
  const pages = new Map<number, number>();
  for (const { page, ms } of events) {
    const accepted = Math.min(Math.round(ms), left);
    if (page < 1 || page > pageCount || accepted <= 0) continue;
    left -= accepted;
    pages.set(page, (pages.get(page) ?? 0) + accepted);
  }
  return [...pages].map(([page, ms]) => ({ page, ms }));
}

/** The page that was shown last, for clients that watch the visit; undefined if no existing page was shown. */
export function lastPageOf({ events }: Reading, pageCount: number): number | undefined {
  return events.findLast(({ page }) => page >= 1 && page <= pageCount)?.page;
}
