import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError, type ErrorCode, type PublicFileRequest } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { keepRequestToken } from '../features/file-requests/request-tokens.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const request: PublicFileRequest = {
  slug: 'invoices',
  title: 'Invoices',
  message: null,
  askedBy: 'Ada Lovelace',
  deleteAt: null,
  maxFiles: 2,
  filesLeft: 2,
  maxFileSize: 10,
  isPasswordProtected: false,
};
const shown = (changes: Partial<PublicFileRequest> = {}) =>
  http.get('/api/requests/invoices', () => HttpResponse.json({ ...request, ...changes }));

function failed(code: ErrorCode) {
  const { status, message } = AppError.ofCode(code);
  return refusal(status, code, message);
}

/** A file that is sent in more than one request, so that it can be paused. */
const large = (name: string) => new File([new Uint8Array(2 * 1024 * 1024)], name, { lastModified: 1 });
const never = () => new Promise<never>(() => undefined);

/** Opens the page, gives a name and chooses files. Requests for `held` files get no answer after their creation. */
async function send(
  names: readonly string[],
  held: readonly string[],
  changes: Partial<PublicFileRequest> = {},
) {
  const tus = new TusServer();
  const waiting = new Set(held);
  tus.instead = ({ method, name }) => (method === 'PATCH' && waiting.has(name) ? never() : undefined);
  server.use(shown({ maxFiles: 9, filesLeft: 9, maxFileSize: 1e9, ...changes }), ...tus.handlers);
  const page = renderRoute('/r/invoices');
  await page.user.type(await screen.findByLabelText('Your name'), 'Grace');
  await page.user.upload(screen.getByLabelText('Files to send'), names.map(large));
  return { ...page, tus, waiting };
}

/** Drops data of this type. @returns whether the browser is left to handle it */
const dropOn = (target: Element, type: string) =>
  [fireEvent.dragOver, fireEvent.drop].every((drop) =>
    drop(target, { dataTransfer: { types: [type], items: [], files: [] } }),
  );

const rowOf = async (name: string) => within((await screen.findByTitle(name)).closest('li')!);

describe('the page of a file request', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('leaves dropped text to the fields of the page, and keeps dropped files from replacing the page', async () => {
    server.use(shown());
    renderRoute('/r/invoices');
    const field = await screen.findByLabelText('Your name');
    const zone = screen.getByText('Drop files here');
    expect([dropOn(field, 'text/plain'), dropOn(zone, 'text/plain')]).toEqual([true, true]);
    expect([dropOn(field, 'Files'), dropOn(zone, 'Files')]).toEqual([false, false]);
  });

  it('sends files with the name of their sender, and keeps their names', async () => {
    const created: string[] = [];
    server.use(
      shown(),
      http.post('/api/uploads', ({ request: sent }) => {
        created.push(sent.headers.get('upload-metadata') ?? '');
        const headers = { location: '/api/uploads/1', 'upload-offset': '5', 'tus-resumable': '1.0.0' };
        return new HttpResponse(null, { status: 201, headers });
      }),
    );
    const { user } = renderRoute('/r/invoices');
    expect(await screen.findByText('Takes 2 more files')).toBeVisible();
    await user.upload(await screen.findByLabelText('Files to send'), new File(['hello'], 'a.txt'));
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(created).toEqual([]);
    await user.type(screen.getByLabelText('Your name'), 'Grace');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sent from this browser')).toBeVisible();
    expect(screen.getByText('a.txt')).toBeVisible();
    expect(screen.getByText('Takes 1 more file')).toBeVisible();
    expect(created[0]).toContain(
      `filename ${btoa('a.txt')},request ${btoa('invoices')},sender ${btoa('Grace')}`,
    );
  });

  it('sends three files at a time to a file request, and pauses and resumes one of them by keyboard', async () => {
    const names = ['a.bin', 'b.bin', 'c.bin', 'd.bin'];
    const { user, tus, waiting } = await send(names, ['a.bin', 'b.bin', 'c.bin']);
    for (const name of ['a.bin', 'b.bin', 'c.bin']) {
      expect(await screen.findByRole('button', { name: `Pause ${name}` })).toBeVisible();
    }
    expect(screen.queryByRole('button', { name: 'Pause d.bin' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel d.bin' })).toBeVisible();

    screen.getByRole('button', { name: 'Pause b.bin' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Paused · 0%')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume b.bin' })).toHaveFocus();
    // Takes the place of the paused file.
    expect(await screen.findByText('d.bin', { ignore: '[title]' })).toBeVisible();

    waiting.delete('b.bin');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('b.bin', { ignore: '[title]' })).toBeVisible();
    expect(tus.uploads.map(({ metadata }) => metadata['filename'])).toEqual([
      'a.bin',
      'b.bin',
      'c.bin',
      'd.bin',
    ]);
  });

  it('cancels one file for a file request, deletes what was sent of it, and keeps the focus in the list', async () => {
    const { user, tus } = await send(['a.bin', 'b.bin'], ['a.bin', 'b.bin']);
    await user.click(await screen.findByRole('button', { name: 'Cancel a.bin' }));
    await waitFor(() => expect(tus.calls).toContain('DELETE a.bin'));
    expect(screen.queryByTitle('a.bin')).toBeNull();
    expect(screen.getByRole('list', { name: 'Files being sent' })).toHaveFocus();
    expect(screen.getByRole('progressbar', { name: 'b.bin' })).toBeVisible();
  });

  it('says at a refused file for a file request why, and sends it again with the corrected name', async () => {
    const { user, tus } = await send(['a.bin'], []);
    await screen.findByText('Sent from this browser');
    tus.instead = ({ method }) => (method === 'POST' ? failed('requests.no-room') : undefined);
    await user.upload(screen.getByLabelText('Files to send'), large('b.bin'));
    expect(await screen.findByRole('alert')).toHaveTextContent(AppError.ofCode('requests.no-room').message);
    tus.instead = () => undefined;
    await user.type(screen.getByLabelText('Your name'), ' Hopper');
    await user.click(screen.getByRole('button', { name: 'Retry b.bin' }));
    expect(await screen.findByText('b.bin', { ignore: '[title]' })).toBeVisible();
    expect(tus.uploads.at(-1)?.metadata).toMatchObject({ sender: 'Grace Hopper', request: 'invoices' });
  });

  it('shows the end of a file request when the files under way have arrived, and names the files that it did not take', async () => {
    const { user, tus, waiting } = await send(['a.bin', 'b.bin'], ['a.bin']);
    expect(await screen.findByText('b.bin', { ignore: '[title]' })).toBeVisible();
    const hold = tus.instead;
    tus.instead = (sent) => (sent.method === 'POST' ? failed('requests.full') : hold(sent));
    await user.upload(screen.getByLabelText('Files to send'), large('c.bin'));
    const sentence = 'This file request is full: it takes no more files';
    expect((await rowOf('c.bin')).getByRole('alert')).toHaveTextContent(sentence);
    await user.click(screen.getByRole('button', { name: 'Pause a.bin' }));
    waiting.clear();
    await user.click(screen.getByRole('button', { name: 'Resume a.bin' }));
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
    const namesIn = (title: string) =>
      within(screen.getByRole('region', { name: title }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(namesIn('Sent from this browser')).toEqual(['b.bin', 'a.bin']);
    expect(namesIn('Not sent')).toEqual(['c.bin']);
  });

  it('asks for the password of a file request again, and keeps the files that were refused for it', async () => {
    server.use(http.post('/api/requests/invoices/open', () => HttpResponse.json({ token: 'second' })));
    keepRequestToken('invoices', 'first');
    const { user, tus } = await send(['a.bin'], [], { isPasswordProtected: true });
    await screen.findByText('Sent from this browser');
    tus.instead = ({ method }) => (method === 'POST' ? failed('requests.password-required') : undefined);
    await user.upload(screen.getByLabelText('Files to send'), large('b.bin'));
    await user.type(await screen.findByLabelText('Password'), 'sesame');
    tus.instead = () => undefined;
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('textbox', { name: 'Your name' })).toHaveValue('Grace');
    await user.click(screen.getByRole('button', { name: 'Retry b.bin' }));
    expect(await screen.findByText('b.bin', { ignore: '[title]' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Files being sent' })).toBeNull();
  });

  it('asks for a password that a file request got after its page was opened', async () => {
    const { user, tus } = await send(['a.bin'], []);
    await screen.findByText('Sent from this browser');
    tus.instead = ({ method }) => (method === 'POST' ? failed('requests.password-required') : undefined);
    server.use(shown({ isPasswordProtected: true }));
    await user.upload(screen.getByLabelText('Files to send'), large('b.bin'));
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull();
  });

  it('keeps the form of a file request that could not be loaded again', async () => {
    const { user, tus } = await send(['a.bin'], []);
    await screen.findByText('Sent from this browser');
    let loads = 0;
    tus.instead = ({ method }) => (method === 'POST' ? failed('requests.password-required') : undefined);
    server.use(
      http.get('/api/requests/invoices', () => {
        loads += 1;
        return HttpResponse.error();
      }),
    );
    await user.upload(screen.getByLabelText('Files to send'), large('b.bin'));
    await waitFor(() => expect(loads).toBe(1));
    expect(await screen.findByRole('button', { name: 'Retry b.bin' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Grace');
  });

  it('says that files are being sent to a file request already', async () => {
    const { user } = await send(['a.bin'], ['a.bin']);
    await user.upload(screen.getByLabelText('Files to send'), large('a.bin'));
    expect(await screen.findByText('These files are in this upload already.')).toBeVisible();
  });

  it('resumes a file for a file request after the page was left, when it is chosen again', async () => {
    const { tus, waiting } = await send(['a.bin'], ['a.bin']);
    await screen.findByRole('button', { name: 'Pause a.bin' });
    await waitFor(() => expect(tus.calls).toContain('PATCH a.bin'));
    cleanup();
    waiting.clear();
    const { user } = renderRoute('/r/invoices');
    await user.type(await screen.findByLabelText('Your name'), 'Grace');
    await user.upload(screen.getByLabelText('Files to send'), large('a.bin'));
    expect(await screen.findByText('Sent from this browser')).toBeVisible();
    expect(tus.calls).toEqual(['POST a.bin', 'PATCH a.bin', 'HEAD a.bin', 'PATCH a.bin']);
  });

  it('skips files that are too large', async () => {
    server.use(shown());
    const { user } = renderRoute('/r/invoices');
    await user.type(await screen.findByLabelText('Your name'), 'Grace');
    await user.upload(screen.getByLabelText('Files to send'), new File(['more than ten bytes'], 'a.txt'));
    expect(await screen.findByText('One file is larger than 10 Bytes and cannot be sent.')).toBeVisible();
  });

  it('says that a dropped folder has no files', async () => {
    server.use(shown());
    renderRoute('/r/invoices');
    const zone = await screen.findByText('Drop files here');
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], items: [], files: [] } });
    expect(await screen.findByText('There are no files in this folder.')).toBeVisible();
  });

  it.each([
    ['requests.closed', 'This file request is closed: it takes no more files'],
    ['requests.full', 'This file request is full: it takes no more files'],
    ['requests.expired', 'This file request has expired: it takes no more files'],
    ['requests.deleted', 'This file request was deleted: it takes no more files'],
    ['requests.not-found', 'There is no such file request'],
  ] as const)('says why for %s, and what was sent', async (code, sentence) => {
    localStorage.setItem('waybill.sent.invoices', JSON.stringify(['a.txt']));
    server.use(http.get('/api/requests/invoices', () => failed(code)));
    renderRoute('/r/invoices');
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
    expect(screen.getByText('a.txt')).toBeVisible();
  });

  it('offers to try again when the server does not answer', async () => {
    server.use(http.get('/api/requests/invoices', () => failed('server.unavailable')));
    const { user } = renderRoute('/r/invoices');
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(shown());
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeVisible();
  });
});
