import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Loads the code of a page when the pointer or the focus reaches a link to it, so that it is there at the click.
 * Returns a function that stops it.
 */
export function preloadPages(routes: RouteObject[]): () => void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || !navigator.onLine) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A page that cannot be loaded now is loaded again by the click, which shows the failure.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, preload, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, preload);
  };
}
