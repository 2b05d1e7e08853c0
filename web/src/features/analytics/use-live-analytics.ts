import { timings } from '../../lib/timings.js';
import { useLive } from '../../lib/live/use-live.js';
import { useListPolling } from '../../lib/use-list-polling.js';
import { useGetAnalyticsInfiniteQuery } from './analytics.api.js';
import type { ReportQuery } from './report-query.js';

/** Loads a report and keeps it up to date by live events. Polls while they do not arrive. */
export function useLiveAnalytics(report: ReportQuery) {
  const { isConnected, readers } = useLive();
  const [polling, countPages] = useListPolling(isConnected ? 0 : timings.livePoll);
  const query = useGetAnalyticsInfiniteQuery(report, polling);
  countPages(query.currentData?.pages.length);
  return { ...query, readers };
}
