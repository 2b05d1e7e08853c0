import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aPreview, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const OTHER_ID = '7f9619ff-8b86-4d11-b42d-00c04fc964ff';

const inBundle = ({ id, originalName, size, mimeType }: ReturnType<typeof aFile>) => ({
  id,
  originalName,
  size,
  mimeType,
  path: originalName,
  preview: 'none' as const,
  hasThumbnail: false,
});

const serve = (...files: ReturnType<typeof aFile>[]) =>
  server.use(http.get('/api/files', () => HttpResponse.json(files)));

describe('the uploads page', () => {
  it('lists each file with its facts', async () => {
    serve(aFile({ password: { Valid: true } }));
    renderRoute('/upload', { as: aUser() });
    const row = within((await screen.findByText('plans.zip')).closest('tr')!);
    for (const fact of ['1.50 MB', 'Never', '7', 'Password']) expect(row.getByText(fact)).toBeVisible();
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual(['Name', 'Size', 'Uploaded', 'Expires', 'Downloads', 'Protection']);
  });

  it('marks a file that goes within 72 hours', async () => {
    const inTwoHours = new Date(Date.now() + 7_000_000).toISOString();
    serve(aFile({ deleteAt: { Time: inTwoHours, Valid: true } }));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('Soon')).toBeVisible();
    expect(screen.getByText('2 hours left')).toBeVisible();
  });

  it('expands a row to the file’s actions', async () => {
    serve(aFile());
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', `/${FILE_ID}`);
    expect(screen.getByRole('link', { name: 'Analytics' })).toHaveAttribute('href', `/analytics/${FILE_ID}`);
    for (const name of ['Share', 'Embed', 'Edit', 'Delete']) {
      expect(screen.getByRole('button', { name })).toBeVisible();
    }
  });

  it('shortens the badge with the name of a sender, and has the whole name in its title', async () => {
    const senderName = 'Grace '.repeat(16).trim();
    serve(aFile({ received: { requestId: OTHER_ID, title: 'Invoices', senderName, senderEmail: null } }));
    renderRoute('/upload', { as: aUser() });
    const badge = await screen.findByTitle(`From ${senderName}`);
    expect(badge).toHaveStyle({ maxWidth: 'calc(8.75rem * var(--mantine-scale))' });
    expect(within(badge).getByText(`From ${senderName}`)).toHaveStyle({ overflow: 'hidden' });
  });

  it('says that the server has lost the bytes of a file, which can only be deleted then', async () => {
    serve(aFile({ contentMissingSince: '2026-11-20T12:00:00.000Z' }));
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: /plans\.zip Content missing/ }));
    expect(screen.getByText(/content of this file is missing on the server/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  it('shares from the row', async () => {
    serve(aFile());
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    await user.click(screen.getByRole('button', { name: 'Share' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Link')).toHaveValue(`${window.location.origin}/${FILE_ID}/link`);
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await dialog.findByText('Please fill in all fields')).toBeVisible();
  });

  it('removes a password by sending null, and leaves the expiry alone', async () => {
    const sent: unknown[] = [];
    serve(aFile({ password: { Valid: true } }));
    server.use(
      http.put(`/api/files/${FILE_ID}/settings`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aFile());
      }),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('switch', { name: 'Password protection' }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('File updated')).toBeVisible();
    expect(sent).toEqual([{ originalName: 'plans.zip', password: null }]);
  });

  it('deletes a file only once that is confirmed', async () => {
    let files = [aFile()];
    server.use(
      http.get('/api/files', () => HttpResponse.json(files)),
      http.delete(`/api/files/${FILE_ID}`, () => {
        files = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(files).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('No files yet')).toBeVisible();
  });

  it('shows the empty state without files', async () => {
    serve();
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('No files yet')).toBeVisible();
  });

  it('says that the files are being loaded', async () => {
    server.use(http.get('/api/files', () => new Promise<never>(() => undefined)));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByRole('status', { name: 'Loading files' })).toBeVisible();
  });

  it('says that the files could not be loaded', async () => {
    server.use(http.get('/api/files', () => HttpResponse.error()));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('Failed to load files')).toBeVisible();
  });

  it('goes to the login when the session ends while it is open', async () => {
    server.use(http.get('/api/files', () => refusal(401, 'auth.required', 'Please log in to continue')));
    server.use(http.get('/api/user', () => refusal(401, 'auth.required', 'Please log in to continue')));
    server.use(http.get('/api/user', () => HttpResponse.json(aUser()), { once: true }));
    const { address } = renderRoute('/upload');
    await waitFor(() => expect(address().pathname).toBe('/login'));
  });
});

describe('the open list', () => {
  beforeEach(() => jest.replaceProperty(timings, 'livePoll', 50 as never));

  it('updates download counts and removes expired files', async () => {
    let files = [aFile({ viewCount: 7 }), aFile({ id: OTHER_ID, originalName: 'old.zip' })];
    server.use(http.get('/api/files', () => HttpResponse.json(files)));
    renderRoute('/upload', { as: aUser() });
    const row = within((await screen.findByText('plans.zip')).closest('tr')!);
    expect(row.getByText('7')).toBeVisible();
    files = [aFile({ viewCount: 8 })];
    expect(await row.findByText('8')).toBeVisible();
    expect(screen.queryByText('old.zip')).not.toBeInTheDocument();
  });

  it('shows a preview once it is ready', async () => {
    jest.replaceProperty(timings, 'previewPoll', 50 as never);
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    let file = aFile({ preview: aPreview({ state: 'pending' }) });
    server.use(http.get('/api/files', () => HttpResponse.json([file])));
    renderRoute('/upload', { as: aUser() });
    await screen.findByText('plans.zip');
    expect(document.querySelector('img[src*="thumbnail"]')).toBeNull();
    file = aFile({ preview: aPreview({ hasThumbnail: true }) });
    await waitFor(() => expect(document.querySelector('img[src*="thumbnail"]')).not.toBeNull());
  });

  it('keeps its content through a transient failure', async () => {
    let isFailing = false;
    let failures = 0;
    server.use(
      http.get('/api/files', () => {
        if (!isFailing) return HttpResponse.json([aFile()]);
        failures++;
        return HttpResponse.error();
      }),
    );
    renderRoute('/upload', { as: aUser() });
    await screen.findByText('plans.zip');
    // Count failures, not requests: a late request of an earlier test would be counted, too.
    isFailing = true;
    await waitFor(() => expect(failures).toBeGreaterThan(1));
    expect(screen.getByText('plans.zip')).toBeVisible();
  });

  it('an open list of uploads is refetched when the user returns to the tab', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    serve(aFile({ viewCount: 7 }));
    renderRoute('/upload', { as: aUser() });
    const row = within((await screen.findByText('plans.zip')).closest('tr')!);
    serve(aFile({ viewCount: 8 }));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await row.findByText('8')).toBeVisible();
  });

  it('lists a bundle as soon as its files are uploaded', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const tus = new TusServer();
    serve();
    server.use(...tus.handlers);
    server.use(http.get('/api/bundles', () => HttpResponse.json(tus.bundles)));
    const { user } = renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText(/^A bundle puts several files under one link/)).toBeVisible();
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name));
    await user.upload(screen.getByLabelText('Files to upload'), files);
    expect(await screen.findByLabelText('Link to 2 files')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText(/^A bundle puts several files under one link/)).not.toBeInTheDocument(),
    );
  });

  it('updates the views of bundles and removes expired ones', async () => {
    const other = aBundle({ id: OTHER_ID, name: 'Minutes' });
    serve();
    server.use(http.get('/api/bundles', () => HttpResponse.json([aBundle(), other])));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('Minutes')).toBeVisible();
    server.use(http.get('/api/bundles', () => HttpResponse.json([aBundle({ viewCount: 8 })])));
    expect(await screen.findByText(/ · 8 views$/)).toBeVisible();
    expect(screen.queryByText('Minutes')).not.toBeInTheDocument();
  });

  it('a deleted file leaves the bundles of the list immediately', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    let left = [aFile()];
    server.use(
      http.get('/api/files', () => HttpResponse.json(left)),
      http.get('/api/bundles', () => HttpResponse.json([aBundle({ files: left.map(inBundle) })])),
      http.delete(`/api/files/${FILE_ID}`, () => {
        left = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText(/^1 file · /)).toBeVisible();
    const list = within(screen.getByRole('region', { name: 'Your files' }));
    await user.click(await list.findByRole('button', { name: 'plans.zip' }));
    await user.click(list.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText(/^0 files · /)).toBeVisible();
  });

  it('updates the time left', async () => {
    jest.replaceProperty(timings, 'clock', 20 as never);
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
    serve(aFile({ deleteAt: { Time: new Date(start + 3_600_500).toISOString(), Valid: true } }));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('2 hours left')).toBeVisible();
    clock.mockReturnValue(start + 1000);
    expect(await screen.findByText('1 hour left')).toBeVisible();
  });
});
