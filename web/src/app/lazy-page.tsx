import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-part.js';

interface PageHandle {
  readonly load: () => Promise<unknown>;
}

/** Element of a route whose page is a chunk of its own, and the handle that preloads it. `name`: the page's export. */
export function lazyPage<K extends string>(fetchPage: () => Promise<Record<K, ComponentType>>, name: K) {
  const LazyPage = lazyPart(() => fetchPage().then((module) => module[name]));
  return { element: <LazyPage />, handle: { load: fetchPage } satisfies PageHandle };
}

/** Loads the code of the page with this path, if there is one. Ignores a failure, which the page itself shows. */
export function loadPage(routes: RouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const handle = route.handle as PageHandle | undefined;
    handle?.load().catch(() => undefined);
  }
}
