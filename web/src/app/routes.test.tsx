import { publicPageMetadata } from '@waybill/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

describe('the routes', () => {
  it.each(['/nothing-here', '/not-a-uuid/create', '/embed/12', '/a/b/c'])(
    '%s is not found',
    async (address) => {
      renderRoute(address);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
      const page = within(screen.getByRole('main'));
      expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/');
    },
  );

  it.each(['/upload', '/account', `/analytics/${FILE_ID}`])('%s needs a login', async (address) => {
    const router = renderRoute(address);
    await waitFor(() => expect(router.address().pathname).toBe('/login'));
  });

  it.each([
    ['without one', 'waybill_signed_in=; Max-Age=0', false],
    ['with one', 'waybill_signed_in=1', true],
  ])(
    'routes of the client ask the server for the user only with a login hint: %s',
    async (_, hint, isAsked) => {
      document.cookie = hint;
      let wasAsked = false;
      server.use(
        http.get('/api/user', () => {
          wasAsked = true;
          return refusal(401, 'auth.required', 'Please log in to continue');
        }),
      );
      const router = renderRoute('/account');
      await waitFor(() => expect(router.address().pathname).toBe('/login'));
      expect(await screen.findByLabelText('Email')).toBeVisible();
      expect(wasAsked).toBe(isAsked);
    },
  );

  it('shows an error when the session check fails, and no login form', async () => {
    server.use(http.get('/api/user', () => refusal(503, 'server.unavailable', 'Briefly unavailable.')));
    const router = renderRoute('/account');
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(router.address().pathname).toBe('/account');
  });

  it('shows an administrator an error when the session check fails, and no not-found page', async () => {
    server.use(http.get('/api/user', () => refusal(503, 'server.unavailable', 'Briefly unavailable.')));
    renderRoute('/admin/people');
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByText('Failed to fetch user data')).toBeVisible();
    expect(screen.queryByText('Page not found')).not.toBeInTheDocument();
  });

  it('routes of the client check the session again at the next click on a link to the page', async () => {
    server.use(http.get('/api/user', () => refusal(503, 'server.unavailable', 'Briefly unavailable.')));
    server.use(http.get('/api/files', () => HttpResponse.json([aFile()])));
    const { user } = renderRoute('/upload');
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();
    server.use(http.get('/api/user', () => HttpResponse.json(aUser())));
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Uploads' }));
    expect(await screen.findByText('plans.zip')).toBeVisible();
  });

  it('accepts a file id in upper and lower case', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())));
    renderRoute(`/${FILE_ID.toUpperCase()}`);
    expect(await screen.findByRole('heading', { name: 'plans.zip' })).toBeVisible();
  });

  it.each([
    ['/features', 'Features'],
    ['/pricing', 'Pricing'],
    ['/terms', 'Terms & Privacy'],
    ['/contact', 'Contact'],
    ['/success', 'Thank you for subscribing'],
    ['/pdf', 'Share a PDF as a link'],
    ['/forgot-password', 'Forgot your password?'],
  ])('%s has the heading “%s”', async (address, heading) => {
    renderRoute(address);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  });

  it.each(Object.entries(publicPageMetadata))(
    '%s has the title that link previews show',
    async (address, { title }) => {
      server.use(http.get('/api/health', () => HttpResponse.json({ status: 'ok', components: {} })));
      renderRoute(address);
      await waitFor(() => expect(document.title).toBe(`${title} · Waybill`));
    },
  );

  it('every route has a description', async () => {
    document.head.innerHTML = '<meta name="description" content="of the first page">';
    const { user } = renderRoute('/features');
    const [link] = await screen.findAllByRole('link', { name: 'Pricing' });
    await user.click(link!);
    const described = () => document.querySelector('meta[name="description"]')?.getAttribute('content');
    await waitFor(() => expect(described()).toBe(publicPageMetadata['/pricing']?.description));
  });

  it('shows the not-found page for a malformed file id, signed in or not', async () => {
    renderRoute('/analytics/12');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('moves the focus to the heading after a navigation', async () => {
    const { user } = renderRoute('/features');
    const [link] = await screen.findAllByRole('link', { name: 'Pricing' });
    await user.click(link!);
    expect(await screen.findByRole('heading', { level: 1, name: 'Pricing' })).toHaveFocus();
    expect(document.title).toBe('Pricing · Waybill');
  });
});
