import type { RouteObject } from 'react-router-dom';
import { loadPage } from './lazy-page.js';

/**
 * Loads the code of a page when the pointer or the focus reaches a link to it, so that it is there at the click.
 * Returns a function that stops it.
 */
export function preloadPages(routes: RouteObject[]): () => void {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || !navigator.onLine) return;
    loadPage(routes, link.pathname);
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, preload, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, preload);
  };
}
