/**
 * Replaces the query of the page's address, so that a reload or a bookmark restores the filters. Bypasses the router:
 * the page shows the change already, so nothing has to be navigated.
 */
export function replaceSearch(values: Record<string, string>): void {
  const search = new URLSearchParams(values).toString();
  const address = search === '' ? window.location.pathname : `?${search}`;
  window.history.replaceState(window.history.state, '', address);
}
