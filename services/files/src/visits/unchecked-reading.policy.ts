import type { DataOf, fileRead } from '@waybill/contracts';

/** Reading that a visit reported of a file whose pages were not counted yet. */
export interface UncheckedReading {
  readonly pages: readonly { readonly page: number; readonly ms: number }[];
  /** The page that was shown last. */
  readonly page?: number | undefined;
  readonly isFinished: boolean;
}

/** Maximum number of different pages that are kept per visit until the pages of the file are counted. */
const MAX_PAGES = 1000;

export function mergeReading(early: UncheckedReading | null, later: UncheckedReading): UncheckedReading {
  if (early === null) return later;
  const pages = new Map(early.pages.map(({ page, ms }) => [page, ms]));
  for (const { page, ms } of later.pages) pages.set(page, (pages.get(page) ?? 0) + ms);
  return {
    pages: [...pages].slice(0, MAX_PAGES).map(([page, ms]) => ({ page, ms })),
    page: later.page ?? early.page,
    isFinished: early.isFinished || later.isFinished,
  };
}

/** The part of a reading that is about existing pages; null if there is nothing to publish. */
export function readingWithin(
  { pages, page, isFinished }: UncheckedReading,
  pageCount: number,
): Pick<DataOf<typeof fileRead>, 'page' | 'pages' | 'pageCount' | 'isFinished'> | null {
  const existing = pages.filter((read) => read.page <= pageCount);
  if (existing.length === 0 && !isFinished) return null;
  return {
    ...(page !== undefined && page <= pageCount && { page }),
    pages: existing,
    pageCount,
    isFinished,
  };
}
