import { useState } from 'react';
import { useIsLive } from '../../../lib/live/use-live.js';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { useListBundlesInfiniteQuery } from '../bundles.api.js';

/**
 * Loads the user's bundles. Polls while live events do not arrive, but not once the user has loaded older pages: each
 * poll would refetch every loaded page.
 */
export function useLiveBundles() {
  const isConnected = useIsLive();
  const [isPagedBack, setPagedBack] = useState(false);
  const interval = isPagedBack || isConnected ? 0 : timings.livePoll;
  const query = useListBundlesInfiniteQuery(undefined, pollingOptions(interval));
  const nowPagedBack = (query.data?.pages.length ?? 0) > 1;
  if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  return query;
}
