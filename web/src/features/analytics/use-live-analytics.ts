import { useState } from 'react';
import { live } from '../../lib/live.js';
import { timings } from '../../lib/timings.js';
import { useGetAnalyticsInfiniteQuery } from './analytics.api.js';

/**
 * A file's report as it stands. Whoever pages back through the past is left alone until they come back to the page:
 * asking anew would fetch every page they have opened.
 */
export function useLiveAnalytics(fileId: string) {
  const [isPagedBack, setPagedBack] = useState(false);
  const query = useGetAnalyticsInfiniteQuery(fileId, live(isPagedBack ? 0 : timings.livePoll));
  const nowPagedBack = (query.currentData?.pages.length ?? 0) > 1;
  if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  return query;
}
