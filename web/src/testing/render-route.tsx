import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from '../app/providers.js';
import { routesOf } from '../app/routes.js';
import { createStore } from '../app/store.js';
import { server } from './server.js';

/** Renders the whole client at one address with a new store. `as`: the signed-in user. */
export function renderRoute(address: string, { as }: { as?: User } = {}) {
  if (as) server.use(http.get('/api/user', () => HttpResponse.json(as)));
  const store = createStore();
  const router = createMemoryRouter(routesOf(store), { initialEntries: [address] });
  render(
    <Providers store={store} env="test">
      <RouterProvider router={router} />
    </Providers>,
  );
  return { store, user: userEvent.setup(), address: () => router.state.location };
}
