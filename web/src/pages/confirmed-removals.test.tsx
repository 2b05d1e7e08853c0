import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const id = crypto.randomUUID();
const createdAt = '2026-11-01T00:00:00.000Z';
const token = { id, name: 'CI', scopes: ['upload'], createdAt, expiresAt: null, lastUsedAt: null };
const passkey = { id, name: 'My phone', createdAt, lastUsedAt: null, isSynced: true };
const webhook = {
  id,
  url: 'https://a.example',
  events: ['upload.finished'],
  isActive: true,
  disabledAt: null,
  createdAt,
};

describe('what the settings of an account remove for good', () => {
  it.each([
    ['security', '/api/tokens', token, 'Revoke CI', 'Revoke'],
    ['security', '/api/user/passkeys', passkey, 'Remove My phone', 'Remove'],
    ['webhooks', '/api/webhooks', webhook, 'Delete the webhook to https://a.example', 'Delete'],
  ])('is removed only once that is confirmed: %s %s', async (tab, list, entry, opener, confirmation) => {
    const removed: unknown[] = [];
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get(list, () => HttpResponse.json([entry])),
      http.delete(`${list}/:id`, ({ params }) => {
        removed.push(params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute(`/account?tab=${tab}`, { as: aUser() });
    const button = await screen.findByRole('button', { name: opener });
    await user.click(button);
    const keep = screen.getByRole('button', { name: 'Keep' });
    expect(keep).toHaveFocus();
    await user.click(keep);
    expect(keep).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    expect(removed).toEqual([]);

    await user.click(button);
    await user.click(screen.getByRole('button', { name: confirmation }));
    await waitFor(() => expect(removed).toEqual([id]));
  });
});
