import { act, screen, waitFor } from '@testing-library/react';
import type { BundleView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { aBundle, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const { id: BUNDLE_ID } = aBundle();

/** Serves a bundle that takes changes. @returns the bodies of the changes */
function serveChanges(): unknown[] {
  let bundle = aBundle();
  const sent: unknown[] = [];
  server.use(
    http.get('/api/files', () => HttpResponse.json([])),
    http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
    http.put(`/api/bundles/${BUNDLE_ID}`, async ({ request }) => {
      const { password, ...changes } = (await request.json()) as Partial<BundleView> & { password?: string };
      sent.push({ ...changes, ...(password !== undefined && { password }) });
      bundle = { ...bundle, ...changes, isPasswordProtected: bundle.isPasswordProtected || !!password };
      return HttpResponse.json(bundle);
    }),
  );
  return sent;
}

describe('the settings of a bundle', () => {
  it('sends a new password of a bundle once, and not again with the next change', async () => {
    const sent = serveChanges();
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('switch', { name: 'Password protection' }));
    await user.type(screen.getByLabelText('Password'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByPlaceholderText('Unchanged')).toHaveValue('');
    await user.type(screen.getByLabelText('Name'), ' 2026');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([{ name: 'Offer', password: 'open sesame' }, { name: 'Offer 2026' }]);
  });

  it('keeps the focus on the button that saved the settings of a bundle', async () => {
    const sent = serveChanges();
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.type(await screen.findByLabelText('Name'), ' 2026');
    screen.getByRole('button', { name: 'Save changes' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Offer 2026')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus();
  });

  it('keeps a password of a bundle that was set elsewhere while its settings were open', async () => {
    const sent = serveChanges();
    const { user, store } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.type(await screen.findByLabelText('Name'), ' 2026');
    const changed = { ...aBundle(), name: 'Renamed', isPasswordProtected: true };
    server.use(http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(changed)));
    act(() => void store.dispatch(api.util.invalidateTags(['Bundle'])));
    expect(await screen.findByText('Renamed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Offer 2026' }]));
  });
});
