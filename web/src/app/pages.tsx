import { createContext, type ReactNode, Suspense, useContext, useDeferredValue, useEffect } from 'react';
import { Outlet, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.js';
import { loadPage } from './lazy-page.js';
import { RouteError } from './route-error.js';

const PageLoadingContext = createContext(false);

/** Whether the page of a new address is being loaded. */
export function useIsPageLoading(): boolean {
  return useContext(PageLoadingContext);
}

/** Shows the page of the address. The previous page stays until the code of the next one is loaded. */
export function Pages({ routes }: { routes: RouteObject[] }) {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const element = useRoutes(routes, shown);

  // Loads the code of the page while its guard waits for the server.
  useEffect(() => loadPage(routes, location.pathname), [routes, location]);

  return (
    <PageLoadingContext value={shown !== location}>
      <ErrorBoundary
        attempt={shown.key}
        fallback={(error) => (
          <main>
            <RouteError error={error} />
          </main>
        )}
      >
        {element}
      </ErrorBoundary>
    </PageLoadingContext>
  );
}

/** Page of the layout, or its error. `waiting`: shown until the code of the first page is loaded. */
export function PageOutlet({ waiting, children }: { waiting?: ReactNode; children?: ReactNode }) {
  const { key, pathname } = useLocation();
  return (
    <Suspense fallback={waiting}>
      <ErrorBoundary key={pathname} attempt={key} fallback={(error) => <RouteError error={error} />}>
        <Outlet />
      </ErrorBoundary>
      {children}
    </Suspense>
  );
}
