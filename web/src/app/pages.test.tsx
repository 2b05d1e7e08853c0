import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useNavigate, useSearchParams } from 'react-router-dom';
import { lazyPage } from './lazy-page.js';
import { PageOutlet, Pages, useIsPageLoading } from './pages.js';
import { Providers } from './providers.js';
import { ScrollRestoration } from './scroll-restoration.js';
import { createStore } from './store.js';

function First() {
  const [search] = useSearchParams();
  return <h1>First {search.get('a')}</h1>;
}

function Layout() {
  const navigate = useNavigate();
  return (
    <>
      <p>{useIsPageLoading() ? 'moving' : 'still'}</p>
      {['/?a=2', '/slow', '/slow?a=3', '/other', '/broken'].map((to) => (
        <Link key={to} to={to}>
          to {to}
        </Link>
      ))}
      <button onClick={() => void navigate(-1)}>back</button>
      <PageOutlet waiting={<p>waiting</p>}>
        <ScrollRestoration />
      </PageOutlet>
    </>
  );
}

/** Renders test pages. The code of `/slow` loads when `arrive` is called, that of `/broken` at the second attempt. */
function open(address: string) {
  let arrive: (value?: unknown) => void = () => undefined;
  const arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  const fetchBroken = jest
    .fn(() => Promise.resolve({ Broken: () => <h1>Mended</h1> }))
    .mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new TypeError('Failed to fetch dynamically imported module: a.js');
    });
  const routes = [
    {
      element: <Layout />,
      children: [
        { path: '/', ...lazyPage(() => Promise.resolve({ First }), 'First') },
        { path: '/slow', ...lazyPage(() => arrival.then(() => ({ Slow: () => <h1>Slow</h1> })), 'Slow') },
        { path: '/other', ...lazyPage(() => Promise.resolve({ Other: () => <h1>Other</h1> }), 'Other') },
        { path: '/broken', ...lazyPage(fetchBroken, 'Broken') },
      ],
    },
  ];
  render(
    <Providers store={createStore()} env="test">
      <MemoryRouter initialEntries={[address]} useTransitions={false}>
        <Pages routes={routes} />
      </MemoryRouter>
    </Providers>,
  );
  const user = userEvent.setup();
  return {
    arrive: () =>
      act(async () => {
        arrive();
        await arrival;
      }),
    click: (to: string) => user.click(screen.getByRole('link', { name: `to ${to}` })),
    goBack: () => user.click(screen.getByRole('button', { name: 'back' })),
  };
}

function scrollBy(pixels: number) {
  jest.replaceProperty(window, 'scrollY', pixels);
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const heading = (name: string) => screen.findByRole('heading', { name });

describe('the pages', () => {
  it('shows the layout while the first page is loaded', async () => {
    const { arrive } = open('/slow');
    expect(await screen.findByText('waiting')).toBeVisible();
    await arrive();
    expect(await heading('Slow')).toBeVisible();
    expect(screen.getByText('still')).toBeVisible();
  });

  it('keeps the previous page, with its address, until the next is loaded', async () => {
    const { arrive, click } = open('/?a=1');
    expect(await heading('First 1')).toBeVisible();
    await click('/slow');
    expect(await screen.findByText('moving')).toBeVisible();
    expect(await heading('First 1')).toBeVisible();
    await arrive();
    expect(await heading('Slow')).toBeVisible();
    expect(screen.getByText('still')).toBeVisible();
  });

  it('shows the page of the last click, whichever is loaded last', async () => {
    const { arrive, click } = open('/');
    await heading('First');
    await click('/slow');
    await click('/other');
    expect(await heading('Other')).toBeVisible();
    await arrive();
    await waitFor(() => expect(screen.getByText('still')).toBeVisible());
    expect(await heading('Other')).toBeVisible();
  });

  it('follows a filter in the address immediately', async () => {
    const { click } = open('/?a=1');
    await heading('First 1');
    await click('/?a=2');
    expect(await heading('First 2')).toBeVisible();
  });

  it('shows a failure within the layout, and tries again at the next click', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    const { click } = open('/broken');
    expect(await heading('This page did not load')).toBeVisible();
    await click('/broken');
    expect(await heading('Mended')).toBeVisible();
  });

  it('a page begins at its top, keeps its position at a change of the query, and restores it at a return', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue();
    const { arrive, click, goBack } = open('/');
    await heading('First');
    await click('/slow');
    await arrive();
    await heading('Slow');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    scrollTo.mockClear();
    await click('/slow?a=3');
    expect(scrollTo).not.toHaveBeenCalled();
    scrollBy(300);
    await click('/other');
    await heading('Other');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    await goBack();
    await heading('Slow');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
  });

  it('pages return to the position that they kept at a change of the query', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue();
    const { click, goBack } = open('/?a=1');
    await heading('First 1');
    scrollBy(300);
    await click('/?a=2');
    await heading('First 2');
    await click('/other');
    await heading('Other');
    await goBack();
    await heading('First 2');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
  });
});
