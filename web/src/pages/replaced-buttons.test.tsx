import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';
import { aFile, aLink, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const admin = { ...aUser(), isAdmin: true as const };

describe('a button that is replaced by what it opens', () => {
  it('passes the focus to the question before an account is deleted, and gets it back', async () => {
    const { id, name, email } = aUser();
    const person = {
      id,
      name,
      email,
      plan: 'free',
      subscription: 'free',
      isAdmin: false,
      createdAt: '2026-11-20T10:00:00.000Z',
      activatedAt: '2026-11-20T10:00:00.000Z',
      suspendedAt: null,
      lastSeenAt: null,
    };
    server.use(http.get('/api/admin/people', () => HttpResponse.json([person])));
    const { user } = renderRoute('/admin/people', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  });

  it('passes the focus to the reason of a takedown, and gets it back', async () => {
    const report = {
      id: '4f0a1c3e-8a51-4b6e-9a6e-0c6c0f1e9d11',
      createdAt: '2026-11-20T10:00:00.000Z',
      reason: 'phishing',
      message: null,
      email: null,
      state: 'open',
      bundle: null,
      file: { id: FILE_ID, originalName: 'bank.html', takenDown: null, userId: null },
    };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([report])));
    const { user } = renderRoute('/admin/reports', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    expect(screen.getByLabelText('Reason')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Take down' })).toHaveFocus();
  });

  it('passes the focus to the form of the promotion, and gets it back', async () => {
    const none = { isActive: false, endDate: null, message: null, decidedBy: 'setting' };
    server.use(
      http.get('/api/admin/overview', () => HttpResponse.error()),
      http.get('/api/admin/promotion', () => HttpResponse.json(none)),
    );
    const { user } = renderRoute('/admin', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Start a promotion' }));
    expect(screen.getByLabelText(/Until/)).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Start a promotion' })).toHaveFocus();
  });

  it('passes the focus to the form that reports a file, and gets it back', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ isOwner: false }))));
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Report this file' }));
    expect(await screen.findByLabelText('Reason')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Report this file' })).toHaveFocus();
  });

  it('passes the focus to the question before a link is revoked, and gets it back', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json([aLink()])),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Revoke: Investors' }));
    expect(screen.getByRole('group', { name: 'Nobody can open this link again.' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Revoke: Investors' })).toHaveFocus();
  });

  it('passes the focus to the fields that turn two-step log-in off', async () => {
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/user/totp', () => HttpResponse.json({ isEnabled: true, recoveryCodesLeft: 9 })),
      http.get('/api/tokens', () => HttpResponse.json([])),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(screen.getByLabelText('Your password')).toHaveFocus();
  });

  it('passes the focus from each step that turns two-step log-in on to the next', async () => {
    const secret = 'JBSWY3DPEHPK3PXP';
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/tokens', () => HttpResponse.json([])),
      http.post('/api/user/totp', () =>
        HttpResponse.json({ secret, url: `otpauth://totp/Waybill:ada?secret=${secret}` }),
      ),
      http.post('/api/user/totp/confirm', () => HttpResponse.json({ recoveryCodes: ['aaaa-bbbb'] })),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.type(await screen.findByLabelText('Your password'), 'secret words{Enter}');
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText(/aaaa-bbbb/)).toBeVisible();
    expect(screen.getByRole('status')).toHaveFocus();
  });

  it('passes the focus from an upload that is discarded to the list of the others', async () => {
    const url = `/api/uploads/${FILE_ID}`;
    const facts = { path: null, size: 1000, lastModified: 1, bundleId: null, sent: 450 };
    const storage = new UnfinishedUploads(null);
    storage.keep({ ...facts, url, name: 'film.mp4' });
    storage.keep({ ...facts, url: `${url}0`, name: 'notes.txt' });
    server.use(http.delete(url, () => new HttpResponse(null, { status: 204 })));
    const { user } = renderRoute('/');
    await user.click(await screen.findByRole('button', { name: 'Discard film.mp4' }));
    await waitFor(() => expect(screen.queryByText('film.mp4')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Interrupted uploads' })).toHaveFocus();
  });
});
