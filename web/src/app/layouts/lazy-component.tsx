import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../error-boundary.js';

/**
 * Component that is a chunk of its own. If the chunk cannot be fetched, shows nothing, and fetches it again at the next
 * address or with another `attempt`. React's `lazy` caches a failed import, so a failure replaces the component.
 */
export function lazyComponent<P extends object>(fetchComponent: () => Promise<ComponentType<P>>) {
  const newComponent = () =>
    lazy(() =>
      fetchComponent().then(
        (component) => ({ default: component }),
        (error: unknown) => {
          Component = newComponent();
          throw error;
        },
      ),
    );
  let Component = newComponent();

  return function LazyComponent({
    attempt = 0,
    onFailure,
    props,
  }: {
    attempt?: number;
    onFailure?: () => void;
    props: ComponentProps<typeof Component>;
  }) {
    return (
      <ErrorBoundary attempt={useLocation().key + String(attempt)} onCatch={onFailure} fallback={() => null}>
        <Suspense>
          <Component {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
