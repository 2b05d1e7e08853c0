import { useState } from 'react';
import { pollingOptions } from '../../lib/polling.js';
import { timings } from '../../lib/timings.js';
import { useLive } from '../../lib/live/use-live.js';
import { useGetAnalyticsInfiniteQuery } from './analytics.api.js';
import type { ReportQuery } from './report-query.js';

/**
 * Loads a report and keeps it up to date by live events. Polls while they do not arrive, but not once the user has
 * loaded older pages: each poll would refetch every loaded page.
 */
export function useLiveAnalytics(report: ReportQuery) {
  const { isConnected, readers } = useLive();
  const [isPagedBack, setPagedBack] = useState(false);
  const interval = isPagedBack || isConnected ? 0 : timings.livePoll;
  const query = useGetAnalyticsInfiniteQuery(report, pollingOptions(interval));
  const nowPagedBack = (query.currentData?.pages.length ?? 0) > 1;
  if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  return { ...query, readers };
}
