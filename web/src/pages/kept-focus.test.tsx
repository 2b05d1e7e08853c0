import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';
import { aBundle, aFile, aFileRequest, aLink, aSession, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/**
 * Serves a list until its row is removed, and then an empty one.
 * @param ready what the removal waits for
 */
function serveRemoval(
  list: string,
  row: string,
  before: object[],
  ready: () => unknown = () => undefined,
): void {
  let isRemoved = false;
  server.use(
    http.get(list, () => HttpResponse.json(isRemoved ? [] : before)),
    http.delete(row, async () => {
      await ready();
      isRemoved = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

const token = {
  id: crypto.randomUUID(),
  name: 'CI',
  scopes: ['upload'],
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};
const webhook = {
  id: crypto.randomUUID(),
  url: 'https://a.example',
  events: ['upload.finished'],
  isActive: true,
  disabledAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};

const admin = { ...aUser(), isAdmin: true as const };
const person = {
  id: token.id,
  name: 'Grace',
  email: 'grace@example.com',
  plan: 'free',
  subscription: 'free',
  isAdmin: false,
  createdAt: token.createdAt,
  activatedAt: token.createdAt,
  suspendedAt: null,
  lastSeenAt: null,
};
const report = {
  id: token.id,
  createdAt: token.createdAt,
  reason: 'phishing',
  message: null,
  email: null,
  bundle: null,
  file: { id: FILE_ID, originalName: 'bank.html', takenDown: null, userId: null },
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

  it('passes from the button that ended all other sessions to the list', async () => {
    const others = [aSession({ id: crypto.randomUUID(), isCurrent: false })];
    let sessions = [aSession({ isCurrent: true }), ...others];
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json(sessions)),
      http.delete('/api/user/sessions', () => {
        sessions = sessions.slice(0, 1);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Where you are logged in' })).toHaveFocus();
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
    [
      'Access tokens',
      'security',
      ['Revoke CI', 'Revoke'],
      () => serveRemoval('/api/tokens', '/api/tokens/:id', [token]),
    ],
    [
      'Webhooks',
      'webhooks',
      ['Delete the webhook to https://a.example', 'Delete'],
      () => serveRemoval('/api/webhooks', '/api/webhooks/:id', [webhook]),
    ],
    [
      'Where you are logged in',
      'security',
      ['Log out Firefox 145 on Linux'],
      () => serveRemoval('/api/user/sessions', '/api/user/sessions/:id', [aSession()]),
    ],
  ])('passes to the section “%s” of the account', async (section, tab, buttons, serve) => {
    server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
    serve();
    const { user } = renderRoute(`/account?tab=${tab}`, { as: aUser() });
    for (const name of buttons) await user.click(await screen.findByRole('button', { name }));
    const [button] = buttons;
    await waitFor(() => expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: section })).toHaveFocus();
  });

  it('passes to the list of files', async () => {
    // As over a network, where the dialog closes before the server answers.
    const ready = () => waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
    serveRemoval('/api/files', `/api/files/${FILE_ID}`, [aFile()], ready);
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('No files yet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your files' })).toHaveFocus());
  });

  it('passes to the list of bundles', async () => {
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    serveRemoval('/api/bundles', `/api/bundles/${aBundle().id}`, [aBundle()]);
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete bundle' }));
    await waitFor(() => expect(screen.queryByText('Offer')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Your bundles' })).toHaveFocus();
  });

  it('passes to the list of people in the administration', async () => {
    serveRemoval('/api/admin/people', `/api/admin/people/${person.id}`, [person]);
    const { user } = renderRoute('/admin/people', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete the account and all its files' }));
    expect(await screen.findByText('Nobody found')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus();
  });

  it('passes from a report that was dismissed to the list of reports', async () => {
    let state = 'open';
    server.use(
      http.get('/api/admin/reports', () => HttpResponse.json([{ ...report, state }])),
      http.post(`/api/admin/reports/${report.id}/dismiss`, () => {
        state = 'dismissed';
        return HttpResponse.json({ ...report, state });
      }),
    );
    const { user } = renderRoute('/admin/reports', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('Dismissed')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus();
  });

  it('passes from the last interrupted upload to the upload box', async () => {
    const url = `/api/uploads/${FILE_ID}`;
    const upload = {
      url,
      name: 'film.mp4',
      path: null,
      size: 1000,
      lastModified: 1,
      bundleId: null,
      sent: 450,
    };
    new UnfinishedUploads(null).keep(upload);
    server.use(http.delete(url, () => new HttpResponse(null, { status: 204 })));
    const { user } = renderRoute('/');
    await user.click(await screen.findByRole('button', { name: 'Discard film.mp4' }));
    await waitFor(() => expect(screen.queryByText('film.mp4')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Upload files' })).toHaveFocus();
  });

  it('passes from the form that turned two-step log-in off, and from the codes of turning it on, to its section', async () => {
    let isEnabled = true;
    const secret = 'JBSWY3DPEHPK3PXP';
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/user/totp', () => HttpResponse.json({ isEnabled, recoveryCodesLeft: 9 })),
      http.delete('/api/user/totp', () => {
        isEnabled = false;
        return new HttpResponse(null, { status: 204 });
      }),
      http.post('/api/user/totp', () =>
        HttpResponse.json({ secret, url: `otpauth://totp/?secret=${secret}` }),
      ),
      http.post('/api/user/totp/confirm', () => {
        isEnabled = true;
        return HttpResponse.json({ recoveryCodes: ['aaaa-bbbb'] });
      }),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.type(screen.getByLabelText('Your password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Turn off two-step log-in' }));
    expect(await screen.findByRole('button', { name: 'Set up two-step log-in' })).toBeVisible();
    const section = screen.getByRole('region', { name: 'Two-step log-in' });
    expect(section).toHaveFocus();
    await user.type(screen.getByLabelText('Your password'), 'secret words{Enter}');
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible();
    expect(section).toHaveFocus();
  });
});
