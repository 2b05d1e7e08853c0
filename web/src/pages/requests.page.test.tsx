import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { aFileRequest, aUser } from '../testing/builders.js';
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
});
