import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-part.js';
import { lazyPage } from './lazy-page.js';
import { PageOutlet, Pages } from './pages.js';
import { Providers } from './providers.js';
import { createStore } from './store.js';

/** Renders a page whose code cannot be loaded. `fetchPage`: replaces the failure at later attempts. */
function openFailing(error: Error, fetchPage?: () => Promise<{ Page: () => ReactNode }>) {
  jest.spyOn(console, 'error').mockImplementation();
  const fetching = jest.fn(fetchPage ?? (() => Promise.reject(error)));
  // The preload and the page itself.
  fetching.mockRejectedValueOnce(error).mockRejectedValueOnce(error);
  const routes = [{ element: <PageOutlet />, children: [{ path: '/', ...lazyPage(fetching, 'Page') }] }];
  render(
    <Providers store={createStore()} env="test">
      <MemoryRouter useTransitions={false}>
        <Pages routes={routes} />
      </MemoryRouter>
    </Providers>,
  );
}

describe('the error page of a route', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://localhost/assets/a.js',
    'error loading dynamically imported module: http://localhost/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('asks to check the connection when the code of the page did not arrive: %s', async (message) => {
    openFailing(new TypeError(message));
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeVisible();
    expect(screen.getByText(/could not be fetched\. Please check your connection/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('shows the page by itself when the browser is online again', async () => {
    const Page = () => <h1>Overview</h1>;
    openFailing(new TypeError('Failed to fetch dynamically imported module'), () =>
      Promise.resolve({ Page }),
    );
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeVisible();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  it('shows a page by itself whose viewer arrives when the browser is online again', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    const fetchViewer = jest.fn(() => Promise.resolve(() => <h1>Viewer</h1>));
    fetchViewer.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const Viewer = lazyPart(fetchViewer);
    render(
      <Providers store={createStore()} env="test">
        <MemoryRouter useTransitions={false}>
          <Pages routes={[{ element: <PageOutlet />, children: [{ path: '/', element: <Viewer /> }] }]} />
        </MemoryRouter>
      </Providers>,
    );
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeVisible();
    expect(fetchViewer).toHaveBeenCalledTimes(1);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Viewer' })).toBeVisible();
  });

  it('reports any other error as ours, without its message', async () => {
    openFailing(new Error('x is not a function'));
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
    expect(screen.queryByText(/not a function/)).toBeNull();
  });
});
