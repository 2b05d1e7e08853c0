import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { useEffectEvent, useLayoutEffect } from 'react';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { Pages } from '../app/pages.js';
import { Providers } from '../app/providers.js';
import { routes } from '../app/routes.js';
import { createStore } from '../app/store.js';
import { server } from './server.js';

/** Renders the whole client at one address with a new store. `as`: the signed-in user. */
export function renderRoute(address: string, { as }: { as?: User } = {}) {
  if (as) server.use(http.get('/api/user', () => HttpResponse.json(as)));
  const store = createStore();
  let location: Location | undefined;
  let navigate: NavigateFunction | undefined;
  render(
    <Providers store={store} env="test">
      <MemoryRouter initialEntries={[address]} useTransitions={false}>
        <Pages routes={routes} />
        <Address
          onChange={(...next) => {
            [location, navigate] = next;
          }}
        />
      </MemoryRouter>
    </Providers>,
  );
  const currentAddress = () => {
    if (!location) throw new Error('Nothing is rendered');
    return location;
  };
  const back = () => act(() => void navigate?.(-1));
  return { store, user: userEvent.setup(), address: currentAddress, back };
}

/** Passes on each location of the router, with the function that leaves it. */
function Address({ onChange }: { onChange: (location: Location, navigate: NavigateFunction) => void }) {
  const location = useLocation();
  const navigate = useNavigate();
  const pass = useEffectEvent(onChange);
  useLayoutEffect(() => {
    pass(location, navigate);
  }, [location, navigate]);
  return null;
}
