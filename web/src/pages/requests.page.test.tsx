import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { aFile, aFileRequest, aUser } from '../testing/builders.js';
import { halfFill } from '../testing/half-fill.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

describe('the page of file requests', () => {
  it('refuses a half-filled end of a file request, which would stay open for ever', async () => {
    let sent: unknown;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/requests', () => HttpResponse.json([])),
      http.post('/api/requests', async ({ request }) => {
        sent = await request.json();
        return refusal(503, 'server.unavailable', 'Please try again');
      }),
    );
    const { user } = renderRoute('/requests', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'New file request' }));
    const form = within(await screen.findByRole('form', { name: 'New file request' }));
    await user.type(form.getByLabelText('What do you ask for?'), 'Invoices');
    const finish = halfFill(form.getByLabelText('Open until'));
    await user.click(form.getByRole('button', { name: 'Make file request' }));
    expect(await form.findByText('Enter both the date and the time, or clear the field')).toBeVisible();
    expect(sent).toBeUndefined();
    finish('2028-05-01T12:00');
    await user.click(form.getByRole('button', { name: 'Make file request' }));
    await waitFor(() => expect(sent).toMatchObject({ deleteAt: new Date('2028-05-01T12:00').toISOString() }));
  });

  it('offers to close a file request unless it has expired', async () => {
    const expired = aFileRequest({ id: crypto.randomUUID(), title: 'Receipts', state: 'expired' });
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/requests', () => HttpResponse.json([aFileRequest(), expired])),
    );
    renderRoute('/requests', { as: aUser() });
    const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
    expect((await row('Invoices')).getByRole('button', { name: 'Close' })).toBeVisible();
    expect((await row('Receipts')).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });

  it('says that older file requests could not be loaded, and loads them at the next click', async () => {
    let isDown = true;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/requests', ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json([aFileRequest()], { headers: { 'x-next-cursor': 'next' } });
        if (isDown) return HttpResponse.error();
        return HttpResponse.json([aFileRequest({ id: crypto.randomUUID(), title: 'Receipts' })]);
      }),
    );
    const { user } = renderRoute('/requests', { as: aUser() });
    const more = await screen.findByRole('button', { name: 'Show more' });
    await user.click(more);
    expect(await screen.findByRole('alert')).toHaveTextContent('Older file requests could not be loaded');
    isDown = false;
    await user.click(more);
    expect(await screen.findByText('Receipts')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps a change of a file request from elsewhere while its form is open', async () => {
    let sent: unknown;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/requests', () => HttpResponse.json([aFileRequest()])),
      http.put(`/api/requests/${aFileRequest().id}`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(aFileRequest());
      }),
    );
    const { user, store } = renderRoute('/requests', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Edit: Invoices' }));
    const form = within(await screen.findByRole('form', { name: 'Edit file request' }));
    await user.type(form.getByLabelText('What do you ask for?'), ' 2026');
    const changed = aFileRequest({ maxFiles: 20, message: 'As PDF' });
    server.use(http.get('/api/requests', () => HttpResponse.json([changed])));
    act(() => void store.dispatch(api.util.invalidateTags(['Requests'])));
    expect(await screen.findByText('0 of 20 files received')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ title: 'Invoices 2026' }));
  });

  it('isolates each fact of a received file, so that a name from right to left reorders no other', async () => {
    const { id: requestId, title } = aFileRequest();
    const sender = { senderName: 'גרייס 2', senderEmail: 'grace@example.org' };
    server.use(
      http.get('/api/files', () => HttpResponse.json([aFile({ received: { requestId, title, ...sender } })])),
      http.get('/api/requests', () => HttpResponse.json([aFileRequest()])),
    );
    renderRoute('/requests', { as: aUser() });
    const list = await screen.findByRole('list', { name: 'Files received' });
    for (const fact of ['גרייס 2', 'grace@example.org', '1.50 MB'])
      expect(within(list).getByText(fact).tagName).toBe('BDI');
    expect(list).toHaveTextContent('גרייס 2 · grace@example.org · 1.50 MB · ');
  });
});
