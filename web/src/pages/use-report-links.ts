import { useListLinksInfiniteQuery } from '../features/links/links.api.js';
import type { ReportLink } from '../features/analytics/components/report-filters.js';
import type { ReportQuery } from '../features/analytics/report-query.js';
import { linkNameOf } from '../features/links/link-name.js';

/** Links of a file or bundle by which its report can be narrowed. */
export function useReportLinks({ kind, id }: Pick<ReportQuery, 'kind' | 'id'>): ReportLink[] {
  const { data } = useListLinksInfiniteQuery({ kind, id });
  const links = data?.pages.flatMap(({ items }) => items) ?? [];
  return links.map((link) => ({ id: link.id, name: linkNameOf(link) }));
}
