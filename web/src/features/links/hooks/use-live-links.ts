import { useState } from 'react';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { type LinkedTarget, useListLinksInfiniteQuery } from '../links.api.js';

/**
 * Loads the links of a file or bundle. Polls also while live events arrive, because a download is no live event. Does not
 * poll once the user has loaded older pages: each poll would refetch every loaded page.
 */
export function useLiveLinks(target: LinkedTarget) {
  const [isPagedBack, setPagedBack] = useState(false);
  const query = useListLinksInfiniteQuery(target, pollingOptions(isPagedBack ? 0 : timings.livePoll));
  const nowPagedBack = (query.data?.pages.length ?? 0) > 1;
  if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  return query;
}
