import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';

const report = () => new File(['hello'], 'report.pdf', { type: 'application/pdf' });

const itemsOf = (files: readonly File[]) =>
  files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));

/** Takes uploads; the first file gets the id whose settings are shown. */
function takeUploads(): TusServer {
  const tus = new TusServer([FILE_ID]);
  server.use(
    ...tus.handlers,
    http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
  );
  return tus;
}

describe('the home page', () => {
  it('shows the headline and the eight features', async () => {
    renderRoute('/');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'File Sharing. Made Simple.' }),
    ).toBeVisible();
    expect(screen.getByText('No sign up required!')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(8);
  });

  it('uploads a chosen file immediately, and goes on to the settings after three seconds at the earliest', async () => {
    takeUploads();
    const { user, address } = renderRoute('/');
    const startedAt = performance.now();
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByRole('progressbar', { name: 'Upload progress' })).toBeVisible();
    expect(await screen.findByText('Files uploaded successfully!')).toBeVisible();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3000);
    expect(await screen.findByLabelText('Document name')).toBeVisible();
    expect(address().pathname).toBe(`/${FILE_ID}/create`);
  });

  it('shows why an upload was refused, and retries it on request', async () => {
    const tus = takeUploads();
    tus.instead = () =>
      refusal(403, 'files.limit-reached', 'You can only upload up to 3 files with your free tier');
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByText('You can only upload up to 3 files with your free tier')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(tus.calls).toEqual(['POST report.pdf', 'POST report.pdf']));
  });

  it('says that the connection is lost, and goes on by itself', async () => {
    // jsdom prints network errors to the console.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const tus = takeUploads();
    tus.instead = () => (tus.calls.length === 1 ? HttpResponse.error() : undefined);
    const { user, address } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByRole('status')).toHaveTextContent('Connection lost. Trying again…');
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/create`));
  });

  it('shows an error for a response without an address', async () => {
    takeUploads().instead = () => new HttpResponse(null, { status: 201 });
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByText('No file ID received from server')).toBeVisible();
  });

  it('an upload can be cancelled, which shows the upload box again', async () => {
    takeUploads().instead = () => new Promise<never>(() => undefined);
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
  });

  it('continues without cancelled files, and opens the settings of the only one that is left', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const tus = takeUploads();
    tus.instead = ({ name }) => (name.startsWith('stuck') ? new Promise<never>(() => undefined) : undefined);
    const { user, address } = renderRoute('/');
    const stuck = ['stuck.pdf', 'stuck as well.pdf'].map((name) => new File(['hello'], name));
    await user.upload(await screen.findByLabelText('Files to upload'), [...stuck, report()]);
    expect(await screen.findByRole('progressbar', { name: 'stuck.pdf' })).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Cancel stuck.pdf' }).focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Uploading 2 files')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel stuck as well.pdf' }));
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/create`));
    expect(tus.bundleCalls.at(-1)).toMatchObject({ method: 'DELETE', query: '?keepFiles=true' });
  });

  it('retries only the failed file', async () => {
    const tus = takeUploads();
    tus.instead = ({ name }) =>
      name === 'second.pdf' && tus.calls.filter((call) => call.endsWith(name)).length === 1
        ? refusal(507, 'server.storage-full', 'There is no room left to keep this file.')
        : undefined;
    const { user } = renderRoute('/');
    const second = new File(['hello'], 'second.pdf', { type: 'application/pdf' });
    await user.upload(await screen.findByLabelText('Files to upload'), [report(), second]);
    expect(await screen.findByText('There is no room left to keep this file.')).toBeVisible();
    expect(screen.getByText('1 of 2 files arrived')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go on with 1 file' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(tus.calls).toEqual(['POST report.pdf', 'POST second.pdf', 'POST second.pdf']));
  });

  it('shows one link for several files', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const tus = takeUploads();
    const { user } = renderRoute('/');
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name));
    await user.upload(await screen.findByLabelText('Files to upload'), files);
    expect(await screen.findByLabelText('Link to 2 files')).toHaveValue(
      `http://localhost/b/${tus.bundles[0]?.id}`,
    );
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/b/${tus.bundles[0]?.id}`);
    await user.click(screen.getByRole('button', { name: 'Upload more' }));
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
  });

  it('shows one link for each file on request', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    let goOn: () => void = () => undefined;
    const chosen = new Promise<void>((resolve) => (goOn = resolve));
    takeUploads().instead = ({ name }) => (name === 'b.txt' ? chosen : undefined);
    const { user } = renderRoute('/');
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name));
    await user.upload(await screen.findByLabelText('Files to upload'), files);
    await user.click(await screen.findByText('One for each'));
    goOn();
    expect(await screen.findByLabelText('a.txt')).toHaveValue(`http://localhost/${FILE_ID}`);
    expect(screen.getAllByRole('link', { name: 'Settings' })[0]).toHaveAttribute(
      'href',
      `/${FILE_ID}/create`,
    );
  });

  it('takes a folder, with the paths in it', async () => {
    const tus = takeUploads();
    const { user } = renderRoute('/');
    const inFolder = ['Offer/a.txt', 'Offer/plans/b.txt'].map((path) =>
      Object.defineProperty(new File([path], path.split('/').at(-1)!), 'webkitRelativePath', { value: path }),
    );
    await screen.findByLabelText('Files to upload');
    await user.upload(screen.getByLabelText('Folder to upload'), inFolder);
    await waitFor(() =>
      expect(tus.uploads.map(({ metadata }) => metadata['path'])).toEqual([
        'Offer/a.txt',
        'Offer/plans/b.txt',
      ]),
    );
    expect(tus.bundles[0]?.name).toBe('Offer');
  });

  it('offers one link for a folder with a single file', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    let goOn: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (goOn = resolve));
    takeUploads().instead = () => seen;
    const { user } = renderRoute('/');
    await screen.findByLabelText('Files to upload');
    const only = Object.defineProperty(report(), 'webkitRelativePath', { value: 'Offer/report.pdf' });
    await user.upload(screen.getByLabelText('Folder to upload'), only);
    expect(await screen.findByText('One link for all')).toBeVisible();
    goOn();
    expect(await screen.findByLabelText('Link to 1 file')).toBeVisible();
  });

  it('says that a folder is empty', async () => {
    renderRoute('/');
    await screen.findByLabelText('Files to upload');
    fireEvent.change(screen.getByLabelText('Folder to upload'), { target: { files: [] } });
    expect(await screen.findByText('There are no files in this folder.')).toBeVisible();
  });

  it('says that a dropped folder could not be read, and not that it is empty', async () => {
    renderRoute('/');
    const zone = await screen.findByText('Drop files or a folder here');
    const readEntries = (_resolve: unknown, reject: (error: Error) => void) =>
      reject(new Error('Not readable'));
    const entry = { isDirectory: true, fullPath: '/Offer', createReader: () => ({ readEntries }) };
    const items = [{ kind: 'file', webkitGetAsEntry: () => entry }];
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], items, files: [] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('What you dropped could not be read.');
    expect(screen.queryByText('There are no files in this folder.')).not.toBeInTheDocument();
  });

  it('takes more files during an upload, and says that two dropped again are in it already', async () => {
    const tus = takeUploads();
    tus.instead = () => new Promise<never>(() => undefined);
    const { user } = renderRoute('/');
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name, { lastModified: 1 }));
    await user.upload(await screen.findByLabelText('Files to upload'), files);
    const list = await screen.findByRole('list', { name: 'Files' });
    const drop = (dropped: File[]) =>
      fireEvent.drop(list, { dataTransfer: { files: dropped, items: itemsOf(dropped), types: ['Files'] } });
    drop(files);
    expect(await screen.findByText('These files are in this upload already.')).toBeVisible();
    drop([...files, report()]);
    expect(await screen.findByText('Files that are in this upload already were left out.')).toBeVisible();
    expect(await screen.findByText('Uploading 3 files')).toBeVisible();
  });

  it('pauses and resumes a file', async () => {
    const tus = takeUploads();
    tus.instead = () => new Promise<never>(() => undefined);
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await user.click(await screen.findByRole('button', { name: 'Pause report.pdf' }));
    expect(await screen.findByText('Paused. What was sent is kept for 24 hours.')).toBeVisible();
    expect(screen.getByText('Paused · 0%')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume report.pdf' }));
    expect(await screen.findByRole('button', { name: 'Pause report.pdf' })).toBeVisible();
  });

  it('says after the tab was closed how to continue, and discards what was sent', async () => {
    const tus = takeUploads();
    new UnfinishedUploads(null).keep({
      url: `/api/uploads/${FILE_ID}`,
      name: 'film.mp4',
      path: null,
      size: 1000,
      lastModified: 1,
      bundleId: null,
      sent: 450,
    });
    const { user } = renderRoute('/');
    expect(
      await screen.findByText(/An upload was interrupted. Choose the same file again, and it continues/),
    ).toBeVisible();
    expect(screen.getByText('45% of 1000 Bytes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard film.mp4' }));
    await waitFor(() => expect(screen.queryByText('film.mp4')).not.toBeInTheDocument());
    expect(tus.calls).toEqual(['DELETE ']);
  });

  it('refuses more files than the plan has room for, before sending any', async () => {
    const files = [aFile(), aFile({ id: '7f9619ff-8b86-4d11-b42d-00c04fc964ff' })];
    server.use(http.get('/api/files', () => HttpResponse.json(files)));
    const { user } = renderRoute('/', { as: aUser({ subscription: 'free' }) });
    await screen.findByText('Account');
    await user.upload(await screen.findByLabelText('Files to upload'), [
      report(),
      new File(['hello'], 'second.pdf'),
    ]);
    expect(await screen.findByText('You can only upload up to 3 files with your free tier')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeVisible();
  });

  it('accepts files in place of those that have expired while the page was open', async () => {
    takeUploads();
    const expired = { Time: new Date(Date.now() - 1000).toISOString(), Valid: true };
    const files = ['1', '2'].map((n) => aFile({ id: FILE_ID.slice(0, -1) + n, deleteAt: expired }));
    server.use(http.get('/api/files', () => HttpResponse.json([...files, aFile()])));
    const { user } = renderRoute('/', { as: aUser({ subscription: 'free' }) });
    await screen.findByText('Account');
    const chosen = [report(), new File(['hello'], 'second.pdf')];
    await user.upload(await screen.findByLabelText('Files to upload'), chosen);
    expect(await screen.findByText('second.pdf')).toBeVisible();
    expect(screen.queryByText(/You can only upload/)).not.toBeInTheDocument();
  });

  it('withdraws the promotion when it has ended while the page was open', async () => {
    let isActive = true;
    server.use(
      http.get('/api/promotion/status', () =>
        HttpResponse.json({ isActive, endDate: null, message: 'Everything is free in May.' }),
      ),
    );
    renderRoute('/');
    expect(await screen.findByText(/Everything is free in May/)).toBeVisible();
    isActive = false;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(screen.queryByText(/Everything is free in May/)).not.toBeInTheDocument());
  });

  it('shows the promotion until the visitor dismisses it', async () => {
    server.use(
      http.get('/api/promotion/status', () =>
        HttpResponse.json({ isActive: true, endDate: null, message: 'Everything is free in May.' }),
      ),
    );
    const { user } = renderRoute('/');
    expect(await screen.findByText(/Everything is free in May/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/Everything is free in May/)).not.toBeInTheDocument();
  });
});
