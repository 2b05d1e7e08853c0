import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from './providers.js';
import { RouteError } from './route-error.js';
import { createStore } from './store.js';

/** Renders a route whose loader throws. */
function openFailing(error: Error) {
  const routes = [
    {
      path: '/',
      lazy: () => Promise.reject(error),
      errorElement: <RouteError />,
      hydrateFallbackElement: <></>,
    },
  ];
  render(
    <Providers store={createStore()} env="test">
      <RouterProvider router={createMemoryRouter(routes)} />
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

  it('reports any other error as ours, without its message', async () => {
    openFailing(new Error('x is not a function'));
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
    expect(screen.queryByText(/not a function/)).toBeNull();
  });
});
