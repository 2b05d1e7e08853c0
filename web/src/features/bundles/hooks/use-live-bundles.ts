import { useIsLive } from '../../../lib/live/use-live.js';
import { timings } from '../../../lib/timings.js';
import { useListPolling } from '../../../lib/use-list-polling.js';
import { useListBundlesInfiniteQuery } from '../bundles.api.js';

/** Loads the user's bundles. Polls while live events do not arrive. */
export function useLiveBundles() {
  const [polling, countPages] = useListPolling(useIsLive() ? 0 : timings.livePoll);
  const query = useListBundlesInfiniteQuery(undefined, polling);
  countPages(query.data?.pages.length);
  return query;
}
