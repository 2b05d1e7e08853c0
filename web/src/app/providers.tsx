import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { toastState } from '../lib/toast.js';
import type { AppStore } from './store.js';
import { theme, themeVariables } from './theme.js';

const Notifications = lazy(() =>
  import('@mantine/notifications').then((module) => ({ default: module.Notifications })),
);

/** Context providers of all screens. `env`: `test` turns transitions off. */
export function Providers({
  store,
  env = 'default',
  children,
}: {
  store: AppStore;
  env?: 'default' | 'test';
  children: ReactNode;
}) {
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        defaultColorScheme="auto"
        env={env}
      >
        {children}
        <Toasts />
      </MantineProvider>
    </Provider>
  );
}

/** Container of toasts, rendered with the first toast. */
function Toasts() {
  const hasShownToast = useSyncExternalStore(toastState.subscribe, toastState.hasShown);
  return (
    <Suspense>
      {hasShownToast && <Notifications position="top-center" limit={3} containerWidth={380} />}
    </Suspense>
  );
}
