import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { tellings } from '../lib/notify.js';
import type { AppStore } from './store.js';
import { theme, themeVariables } from './theme.js';

const Notifications = lazy(() =>
  import('@mantine/notifications').then((module) => ({ default: module.Notifications })),
);

/** Everything the screens need around them. `env`: `test` turns transitions off. */
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

/** Short messages over the page, from the first one on. */
function Toasts() {
  const haveBegun = useSyncExternalStore(tellings.subscribe, tellings.haveBegun);
  return (
    <Suspense>{haveBegun && <Notifications position="top-center" limit={3} containerWidth={380} />}</Suspense>
  );
}
