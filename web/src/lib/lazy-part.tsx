import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Component that is a chunk of its own. React's `lazy` caches a failed import, so the next address of the page replaces
 * the component. Not the failure itself: the page would fetch it again at once, and show no error.
 */
export function lazyPart<P extends object>(fetchPart: () => Promise<ComponentType<P>>): ComponentType<P> {
  let hasFailed = false;
  /** Key of the address at which the component was rendered last. */
  let shownAt: string | null = null;
  const newPart = () =>
    lazy(() =>
      fetchPart().then(
        (part) => ({ default: part }),
        (error: unknown) => {
          hasFailed = true;
          throw error;
        },
      ),
    );
  let Part = newPart();

  return function LazyPart(props: P) {
    const { key } = useLocation();
    if (hasFailed && key !== shownAt) {
      Part = newPart();
      hasFailed = false;
    }
    shownAt = key;
    return <Part {...props} />;
  };
}
