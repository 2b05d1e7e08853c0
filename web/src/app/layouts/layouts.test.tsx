import { act, screen, waitFor, within } from '@testing-library/react';
import { standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aUser } from '../../testing/builders.js';
import { renderRoute } from '../../testing/render-route.js';
import { server } from '../../testing/server.js';

const linksOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

describe('the navigation bar', () => {
  it('leads visitors to the public pages, the log-in and the sign-up', async () => {
    renderRoute('/features');
    const bar = await screen.findByRole('banner');
    await waitFor(() => expect(linksOf(bar)).toContain('Log In /login'));
    expect(linksOf(bar)).toEqual(
      expect.arrayContaining(['Home /', 'Features /features', 'Pricing /pricing', 'Sign Up /signup']),
    );
    expect(linksOf(bar)).not.toContain('Uploads /upload');
  });

  it.each(['closed', 'invited'] as const)(
    'offers no account in the bar, the menu and the promotion where sign-up is %s',
    async (signUp) => {
      const promotion = { isActive: true, endDate: '2026-12-31T12:00:00Z', message: 'Happy spring' };
      server.use(
        http.get('/api/config', () => HttpResponse.json({ ...standardConfig, signUp })),
        http.get('/api/promotion/status', () => HttpResponse.json(promotion)),
      );
      const { user } = renderRoute('/features');
      const bar = await screen.findByRole('banner');
      await waitFor(() => expect(linksOf(bar)).toContain('Log In /login'));
      expect(await screen.findByText(/Happy spring/)).toBeVisible();
      await user.click(await screen.findByRole('button', { name: 'Menu' }));
      const menu = await screen.findByRole('dialog');
      await waitFor(() => expect(linksOf(menu)).toContain('Log In /login'));
      expect(document.querySelector('a[href="/signup"]')).toBeNull();
    },
  );

  it('leads a signed-in user to the uploads, and shows their name in the account menu', async () => {
    const { user } = renderRoute('/features', { as: aUser() });
    const bar = await screen.findByRole('banner');
    await waitFor(() => expect(linksOf(bar)).toContain('Uploads /upload'));
    expect(linksOf(bar)).not.toContain('Log In /login');
    await user.click(await within(bar).findByRole('button', { name: /Account/ }));
    const menu = within(await screen.findByRole('menu'));
    for (const text of [
      'Ada Lovelace',
      'ada@example.com',
      'Manage your account settings',
      'Sign out of your account',
    ]) {
      expect(menu.getByText(text)).toBeVisible();
    }
    expect(menu.getByRole('menuitem', { name: /^Account/ })).toHaveAttribute('href', '/account');
  });

  it('says nothing when logging out fails', async () => {
    server.use(http.post('/api/logout', () => new HttpResponse(null, { status: 500 })));
    const { user, address } = renderRoute('/features', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: /Account/ }));
    await user.click(await screen.findByRole('menuitem', { name: /Logout/ }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address().pathname).toBe('/features');
  });

  it('opens as a menu with the same links on a small screen', async () => {
    const { user } = renderRoute('/features', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    const menu = await screen.findByRole('dialog');
    await waitFor(() =>
      expect(linksOf(menu)).toEqual(
        expect.arrayContaining(['Home /', 'Features /features', 'Pricing /pricing', 'Uploads /upload']),
      ),
    );
    expect(within(menu).getByText('Sign out of your account')).toBeInTheDocument();
    expect(menu.querySelector('header')).toBeNull();
  });

  it('the open menu closes on a screen that becomes wide, such as a phone that is turned', async () => {
    const media = Object.assign(new EventTarget(), { matches: false });
    const { matchMedia } = window;
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        query === '(min-width: 62em)' ? (media as unknown as MediaQueryList) : matchMedia(query),
      );
    const { user } = renderRoute('/features');
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog');
    media.matches = true;
    act(() => void media.dispatchEvent(Object.assign(new Event('change'), { matches: true })));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false'),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the footer', () => {
  it('the footer links to features, pricing, uploads, contact, terms and status', async () => {
    renderRoute('/features');
    expect(linksOf(await screen.findByRole('contentinfo'))).toEqual([
      'Features /features',
      'Pricing /pricing',
      'Uploads /upload',
      'Contact /contact',
      'Terms & Privacy /terms',
      'Status /status',
    ]);
  });
});

describe('the promotion', () => {
  it('the promotion is hidden when its status cannot be loaded', async () => {
    server.use(http.get('/api/promotion/status', () => HttpResponse.error()));
    renderRoute('/features');
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.queryByRole('complementary', { name: 'Promotion' })).toBeNull();
  });
});
