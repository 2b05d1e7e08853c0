import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

interface PageHandle {
  readonly load: () => Promise<unknown>;
}

/**
 * Element of a route whose page is a chunk of its own, and the handle that loads it ahead. `name`: the page's export. A
 * page that could not be loaded is tried again when it is loaded the next time, because `lazy` keeps its failure.
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

/** Loads the code of the page with this path, if there is one. The page itself shows a failure. */
export function loadPage(routes: RouteObject[], pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const handle = route.handle as PageHandle | undefined;
    handle?.load().catch(() => undefined);
  }
}
