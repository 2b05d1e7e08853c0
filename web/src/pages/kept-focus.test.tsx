import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aFileRequest, aLink, aSession, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/** Serves a list until its row is removed, and then another list. */
function serveRemoval(list: string, row: string, before: object[], after: object[] = []): void {
  let isRemoved = false;
  server.use(
    http.get(list, () => HttpResponse.json(isRemoved ? after : before)),
    http.delete(row, () => {
      isRemoved = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

const token = {
  ...{ id: crypto.randomUUID(), name: 'CI', scopes: ['upload'], createdAt: '2026-11-01T00:00:00.000Z' },
  ...{ expiresAt: null, lastUsedAt: null },
};
const webhook = {
  ...{ id: crypto.randomUUID(), url: 'https://a.example', events: ['upload.finished'], isActive: true },
  ...{ disabledAt: null, createdAt: '2026-11-01T00:00:00.000Z' },
};

describe('the focus in a form that closes', () => {
  it('returns to the button that opened the form of a link', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json([aLink()])),
      http.put(`/api/links/${aLink().id}`, () => HttpResponse.json(aLink())),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'New link' }));
    await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'New link' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Edit: Investors' }));
    await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Edit: Investors' })).toHaveFocus();
  });

  it('returns to the button that opened the form or the question of a file request', async () => {
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/requests', () => HttpResponse.json([aFileRequest()])),
    );
    const { user } = renderRoute('/requests', { as: aUser() });
    for (const [opener, closer] of [
      ['New file request', 'Cancel'],
      ['Edit: Invoices', 'Cancel'],
      ['Delete: Invoices', 'Keep'],
    ]) {
      await user.click(await screen.findByRole('button', { name: opener }));
      await user.click(await screen.findByRole('button', { name: closer }));
      expect(screen.getByRole('button', { name: opener })).toHaveFocus();
    }
  });

  it('returns to the button that renames a passkey', async () => {
    const passkey = { id: token.id, name: 'My phone', createdAt: token.createdAt, lastUsedAt: null };
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/user/passkeys', () => HttpResponse.json([{ ...passkey, isSynced: true }])),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Rename My phone' }));
    expect(screen.getByLabelText('Name of the passkey')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Rename My phone' })).toHaveFocus();
  });
});

describe('the focus in a row that is removed', () => {
  it('passes to the links of a file', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())));
    const { id } = aLink();
    serveRemoval(`/api/files/${FILE_ID}/links`, `/api/links/${id}`, [aLink()]);
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Revoke: Investors' }));
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText('Investors')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Links' })).toHaveFocus();
  });

  it('passes to the file requests', async () => {
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    serveRemoval('/api/requests', `/api/requests/${aFileRequest().id}`, [aFileRequest()]);
    const { user } = renderRoute('/requests', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Delete: Invoices' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No file requests yet')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Your file requests' })).toHaveFocus();
  });

  it.each([
    ['Access tokens', 'security', 'Revoke CI', () => serveRemoval('/api/tokens', '/api/tokens/:id', [token])],
    [
      'Webhooks',
      'webhooks',
      'Delete the webhook to https://a.example',
      () => serveRemoval('/api/webhooks', '/api/webhooks/:id', [webhook]),
    ],
    [
      'Where you are logged in',
      'security',
      'Log out Firefox 145 on Linux',
      () => serveRemoval('/api/user/sessions', '/api/user/sessions/:id', [aSession()]),
    ],
  ])('passes to the section “%s” of the account', async (section, tab, button, serve) => {
    server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
    serve();
    const { user } = renderRoute(`/account?tab=${tab}`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: section })).toHaveFocus();
  });

  it('passes to the list of files', async () => {
    serveRemoval('/api/files', `/api/files/${FILE_ID}`, [aFile()]);
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('No files yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your files' })).toHaveFocus());
  });
});
