import { useState } from 'react';
import { pollingOptions } from './polling.js';

/**
 * Query options of a list that is loaded page by page, and a function that takes the number of loaded pages in each
 * render. Polls only while the list has one page: each poll refetches every loaded page.
 * @param interval milliseconds; 0 refetches only on return to the tab
 */
export function useListPolling(interval: number) {
  const [isPagedBack, setPagedBack] = useState(false);
  const countPages = (count = 0) => {
    const nowPagedBack = count > 1;
    if (nowPagedBack !== isPagedBack) setPagedBack(nowPagedBack);
  };
  return [pollingOptions(isPagedBack ? 0 : interval), countPages] as const;
}
