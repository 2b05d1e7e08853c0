import type { AnalyticsEntry } from '@waybill/contracts';
import { useState } from 'react';
import { useListLinksInfiniteQuery } from '../features/links/links.api.js';
import type { ReportLink } from '../features/analytics/components/report-filters.js';
import type { ReportQuery } from '../features/analytics/report-query.js';
import { linkNameOf } from '../features/links/link-name.js';
import { isFinal } from '../lib/api/api-error.js';

const none: readonly ReportLink[] = [];

/**
 * Links by which the report of a file or bundle can be narrowed: its own ones, and others of the visits that were shown
 * so far. These were revoked, or open a bundle with the file. `error`: why the own ones did not load.
 */
export function useReportLinks(
  { kind, id }: Pick<ReportQuery, 'kind' | 'id'>,
  visits: readonly AnalyticsEntry[],
) {
  const { data, error, refetch } = useListLinksInfiniteQuery({ kind, id });
  const [visited, keep] = useState(none);
  const links = data?.pages.flatMap(({ items }) => items) ?? [];
  const own = links.map((link) => ({ id: link.id, name: linkNameOf(link) }));
  const news = visits.flatMap(({ link }) =>
    link === null || link.id === id || visited.some((known) => known.id === link.id)
      ? []
      : [[link.id, { id: link.id, name: link.name ?? link.slug }] as const],
  );
  if (news.length > 0) keep([...visited, ...new Map(news).values()]);
  return {
    links: [...own, ...visited.filter((link) => !own.some((known) => known.id === link.id))],
    // An expired file has a report, and no links any more.
    error: data || isFinal(error) ? undefined : error,
    retry: () => void refetch(),
  };
}
