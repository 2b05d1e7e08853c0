import { MantineProvider } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Provider } from 'react-redux';
import type { AppStore } from './store.js';
import { theme, themeVariables } from './theme.js';

/** Shows what has been told meanwhile once it is there; no page waits for it. */
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
        <Suspense>
          <Notifications position="top-center" limit={3} containerWidth={380} />
        </Suspense>
      </MantineProvider>
    </Provider>
  );
}
