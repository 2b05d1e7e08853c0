import { useState } from 'react';
import { pollingOptions } from '../../lib/polling.js';
import { timings } from '../../lib/timings.js';
import { useGetAnalyticsInfiniteQuery } from './analytics.api.js';

/**
 * Loads the report of a file (`files/{id}`) or bundle (`bundles/{id}`) and polls it. Polling stops once the user has paged back, because it would refetch every
 * loaded page.
 */
export function useLiveAnalytics(subject: string) {
  const [isPagedBack, setPagedBack] = useState(false);
  const query = useGetAnalyticsInfiniteQuery(subject, pollingOptions(isPagedBack ? 0 : timings.livePoll));
  const nowPagedBack = (query.currentData?.pages.length ?? 0) > 1;
  if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  return query;
}
