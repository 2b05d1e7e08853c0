import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

interface PageHandle {
  readonly load: () => Promise<unknown>;
}

/**
 * Element of a route whose page is a chunk of its own, and the handle that preloads it. `name`: the page's export.
 * React's `lazy` caches a failed import, so `load` replaces the component after a failure.
 */
export function lazyPage<K extends string>(fetchPage: () => Promise<Record<K, ComponentType>>, name: K) {
  let hasFailed = false;
  const newPage = () =>
    lazy<ComponentType>(async () => {
      try {
        return { default: (await fetchPage())[name] };
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    });
  let Page = newPage();
  const LazyPage = () => <Page />;

  const load = () => {
    if (hasFailed) Page = newPage();
    hasFailed = false;
    return fetchPage();
  };
  return { element: <LazyPage />, handle: { load } satisfies PageHandle };
}

/** Loads the code of the page with this path, if there is one. Ignores a failure, which the page itself shows. */
export function loadPage(routes: RouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const handle = route.handle as PageHandle | undefined;
    handle?.load().catch(() => undefined);
  }
}
