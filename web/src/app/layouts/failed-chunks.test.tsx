import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aUser } from '../../testing/builders.js';
import { renderRoute } from '../../testing/render-route.js';
import { server } from '../../testing/server.js';

/** Chunks that cannot be fetched at the moment. */
const mockFailing = new Set<string>();
/** Loads a chunk, or fails as the browser does without a connection. */
const mockChunk = (name: string, load: () => unknown) => {
  if (mockFailing.has(name)) throw new TypeError(`Failed to fetch dynamically imported module: ${name}.js`);
  return load();
};
jest.mock('./mobile-menu.js', () => mockChunk('mobile-menu', () => jest.requireActual('./mobile-menu.js')));
jest.mock('./account-menu.js', () =>
  mockChunk('account-menu', () => jest.requireActual('./account-menu.js')),
);
jest.mock('./promotion-banner.js', () => mockChunk('promotion-banner', () => ({})));

const heading = () => screen.findByRole('heading', { level: 1, name: /plan|price|pricing/i });

describe('a layout whose code arrives in part', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation();
    mockFailing.clear();
  });

  it('keeps the page when the mobile menu cannot be fetched, and fetches it again at the next press', async () => {
    mockFailing.add('mobile-menu');
    const { user } = renderRoute('/pricing');
    const title = await heading();
    const button = screen.getByRole('button', { name: 'Menu' });
    await user.click(button);
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
    expect(title).toBeVisible();
    mockFailing.clear();
    await user.click(button);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('keeps the page when the account menu cannot be fetched, and fetches it again on the next page', async () => {
    mockFailing.add('account-menu');
    const { user } = renderRoute('/pricing', { as: aUser() });
    const title = await heading();
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(title).toBeVisible();
    mockFailing.clear();
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Features' }));
    expect(await screen.findByRole('button', { name: 'Account' })).toBeVisible();
  });

  it('keeps the page when the promotion banner cannot be fetched', async () => {
    mockFailing.add('promotion-banner');
    const promotion = { isActive: true, endDate: '2026-12-31T12:00:00Z', message: 'Happy spring' };
    server.use(http.get('/api/promotion/status', () => HttpResponse.json(promotion)));
    renderRoute('/pricing');
    const title = await heading();
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(title).toBeVisible();
  });
});
