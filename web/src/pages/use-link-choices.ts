import { useListLinksInfiniteQuery } from '../features/links/links.api.js';
import type { LinkChoice } from '../features/analytics/components/report-filters.js';
import type { ReportQuery } from '../features/analytics/report-query.js';

/** Links of a file or bundle by which its report can be narrowed. */
export function useLinkChoices({ kind, id }: Pick<ReportQuery, 'kind' | 'id'>): LinkChoice[] {
  const { data } = useListLinksInfiniteQuery({ kind, id });
  const links = data?.pages.flatMap((page) => page.links) ?? [];
  return links.map(({ id: linkId, slug, name, isFirst }) => ({
    id: linkId,
    name: name ?? (isFirst ? 'Direct link' : slug),
  }));
}
