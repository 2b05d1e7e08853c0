/**
 * Calls `start` once somebody opens the page: immediately or, for a page that the browser renders in advance, later.
 * Before that, its requests have `Sec-Purpose: prefetch` and count as those of a machine. A link with a limit would
 * refuse them the bytes, and its visitor would see the failure.
 */
export function whenOpened(start: () => void): void {
  if ('prerendering' in document && document.prerendering === true)
    document.addEventListener('prerenderingchange', start, { once: true });
  else start();
}
