/**
 * Replaces the query of the page's address, so that a reload and a bookmark show the same. Not by the router, which would
 * check the session again.
 */
export function replaceSearch(values: Record<string, string>): void {
  const search = new URLSearchParams(values).toString();
  const address = search === '' ? window.location.pathname : `?${search}`;
  window.history.replaceState(window.history.state, '', address);
}
