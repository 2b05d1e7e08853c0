import { useEffect } from 'react';
import { askBeforeLeaving } from '../../../lib/leave-question.js';

const QUESTION = 'Files are still being sent. Stop the upload and leave this page?';

/** Place of an entry in the history of the router. */
interface HistoryState {
  readonly idx?: number;
}

/**
 * Asks for confirmation before a running upload is stopped: by closing the tab, by a link, by the buttons "back" and
 * "forward", or by code that calls `mayLeave`.
 */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const placeOf = () => (window.history.state as HistoryState | null)?.idx;
    const place = placeOf();
    let isLeaving = false;
    let isReturning = false;
    // The page stays until the code of the next one is loaded.
    const mayFollow = () => (isLeaving ||= window.confirm(QUESTION));

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!leadsAway(event) || mayFollow()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onPopState = (event: PopStateEvent) => {
      const next = placeOf();
      if (!isReturning && (place === undefined || next === undefined || next === place || mayFollow()))
        return;
      // The router must not see that the browser has left the page, nor that it returns.
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (isReturning && place !== undefined && next !== undefined) window.history.go(place - next);
    };
    // Asks each time: if the call behind a button fails, the page stays after all.
    const withdraw = askBeforeLeaving(() => window.confirm(QUESTION));
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPopState, true);
    document.addEventListener('click', onClick, true);
    return () => {
      withdraw();
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPopState, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [active]);
}

/** Whether a click follows a link to another page of this site in this tab. Any other site unloads the page. */
function leadsAway(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  const { location } = window;
  return (
    link.origin === location.origin &&
    !link.hasAttribute('download') &&
    (link.target === '' || link.target === '_self') &&
    link.pathname + link.search !== location.pathname + location.search
  );
}
