import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const created = { id: '0d5a0c9e-7a51-4f0c-9a67-0a1f6f0b7c11', createdAt: '2026-11-01T00:00:00.000Z' };

describe('a secret that is shown once', () => {
  it('is still shown after a further access token was refused or its name forgotten', async () => {
    let requests = 0;
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.post('/api/tokens', () => {
        requests += 1;
        if (requests > 1) return refusal(503, 'server.unavailable', 'Try later');
        const token = { ...created, name: 'CI', scopes: ['upload'], expiresAt: null, lastUsedAt: null };
        return HttpResponse.json({ ...token, token: 'wb_shown-once' }, { status: 201 });
      }),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    const name = await screen.findByLabelText('Name of a new token');
    await user.type(name, 'CI{Enter}');
    expect(await screen.findByDisplayValue('wb_shown-once')).toBeVisible();
    await waitFor(() => expect(name).toHaveValue(''));
    await user.type(name, '{Enter}');
    expect(await screen.findByText('Please name the token')).toBeVisible();
    expect(requests).toBe(1);
    await user.type(name, 'Nightly{Enter}');
    expect(await screen.findByText('Try later')).toBeVisible();
    expect(screen.getByDisplayValue('wb_shown-once')).toBeVisible();
  });

  it('is still shown after a further webhook was refused or its address forgotten', async () => {
    let requests = 0;
    server.use(
      http.get('/api/webhooks', () => HttpResponse.json([])),
      http.post('/api/webhooks', () => {
        requests += 1;
        if (requests > 1) return refusal(503, 'server.unavailable', 'Try later');
        const webhook = {
          ...created,
          url: 'https://a.example',
          events: [],
          isActive: true,
          disabledAt: null,
        };
        return HttpResponse.json({ ...webhook, secret: 'whsec_shown-once' }, { status: 201 });
      }),
    );
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    const address = await screen.findByLabelText('Address of a new webhook');
    await user.type(address, 'https://a.example{Enter}');
    expect(await screen.findByDisplayValue('whsec_shown-once')).toBeVisible();
    await waitFor(() => expect(address).toHaveValue(''));
    await user.type(address, '{Enter}');
    expect(await screen.findByText('Please enter the address')).toBeVisible();
    expect(requests).toBe(1);
    await user.type(address, 'https://b.example{Enter}');
    expect(await screen.findByText('Try later')).toBeVisible();
    expect(screen.getByDisplayValue('whsec_shown-once')).toBeVisible();
  });
});
