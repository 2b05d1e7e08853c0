import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { preloadPages } from './app/preload-pages.js';
import { Providers } from './app/providers.js';
import { routesOf } from './app/routes.js';
import { createStore } from './app/store.js';
import { preloadToasts } from './lib/toast.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadToasts();
const store = createStore();
const routes = routesOf(store);
preloadPages(routes);
createRoot(root).render(
  <StrictMode>
    <Providers store={store}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
