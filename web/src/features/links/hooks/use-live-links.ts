import { timings } from '../../../lib/timings.js';
import { useListPolling } from '../../../lib/use-list-polling.js';
import { type LinkedTarget, useListLinksInfiniteQuery } from '../links.api.js';

/** Loads the links of a file or bundle. Polls also while live events arrive, because a download is no live event. */
export function useLiveLinks(target: LinkedTarget) {
  const [polling, countPages] = useListPolling(timings.livePoll);
  const query = useListLinksInfiniteQuery(target, polling);
  countPages(query.data?.pages.length);
  return query;
}
