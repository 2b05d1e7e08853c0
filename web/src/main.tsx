import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/instrument-sans/wght.css';
import './app/global.css';
import './app/forced-colors.css';
import './app/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Pages } from './app/pages.js';
import { preloadPages } from './app/preload-pages.js';
import { printInLight } from './app/print-in-light.js';
import { Providers } from './app/providers.js';
import { routes } from './app/routes.js';
import { createStore } from './app/store.js';
import { whenOpened } from './app/when-opened.js';
import { preloadToasts } from './lib/toast.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadToasts();
printInLight();
const store = createStore();
preloadPages(routes);
// The page has loaded: its sentence that it did not must not appear when it is opened late.
root.replaceChildren();
whenOpened(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers store={store}>
        {/* No transitions by the router: `Pages` defers the location itself, to show that a page is being loaded. */}
        <BrowserRouter useTransitions={false}>
          <Pages routes={routes} />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  ),
);
