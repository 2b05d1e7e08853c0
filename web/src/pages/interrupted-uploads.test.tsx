import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { selectionOf } from '../features/upload/outgoing-file.js';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const url = `/api/uploads/${FILE_ID}`;
const film = { url, name: 'film.mp4', path: null, size: 1000, lastModified: 1, bundleId: null, sent: 450 };

/** Opens the home page and discards the film. Returns the calls that delete it, as the server got them. */
async function discard(answer: () => Response) {
  const deleted: string[] = [];
  server.use(
    http.delete('/api/*', ({ request }) => {
      const { pathname } = new URL(request.url);
      deleted.push(pathname);
      return pathname === url ? answer() : new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderRoute('/');
  await user.click(await screen.findByRole('button', { name: 'Discard film.mp4' }));
  return deleted;
}

describe('interrupted uploads', () => {
  it('keeps an interrupted upload in the list when it could not be discarded', async () => {
    new UnfinishedUploads(null).keep(film);
    await discard(() => new HttpResponse(null, { status: 503 }));
    expect(await screen.findByText('The upload could not be discarded. Please try again.')).toBeVisible();
    expect(screen.getByText('film.mp4')).toBeVisible();
  });

  it('leaves the file of an interrupted upload that was finished elsewhere when it is discarded', async () => {
    new UnfinishedUploads(null).keep(film);
    const deleted = await discard(() => refusal(403, 'uploads.finished', 'This upload is finished.'));
    await waitFor(() => expect(screen.queryByText('film.mp4')).not.toBeInTheDocument());
    expect(deleted).toEqual([url]);
    expect(new UnfinishedUploads(null).list()).toEqual([]);
  });

  it('says how many files were interrupted, of which small ones are in no list, until that is dismissed', async () => {
    const storage = new UnfinishedUploads(null);
    const bundle = { selection: 'photos', bundleId: 'offer', files: 320 };
    server.use(http.get('/api/bundles/offer', () => refusal(410, 'bundles.expired', 'Files have expired')));
    storage.keepBundle({ ...bundle, isRunning: true });
    storage.keep({ ...film, bundleId: 'offer' });
    storage.keep({ ...film, url: `${url}0`, name: 'notes.txt' });
    jest.replaceProperty(timings, 'livePoll', 50 as never);
    const { user } = renderRoute('/');
    expect(await screen.findByText(/^2 uploads were interrupted/)).toBeVisible();
    storage.keepBundle({ ...bundle, isRunning: false });
    expect(
      await screen.findByText(/^An upload of 320 files was interrupted\. Choose the same files again/),
    ).toBeVisible();
    expect(screen.getByText(/^An upload was interrupted/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss the upload of 320 files' }));
    await waitFor(() => expect(screen.queryByText(/320 files/)).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Interrupted uploads' })).toHaveFocus();
    expect(screen.getByText('film.mp4')).toBeVisible();
  });

  it('continues an interrupted upload of as many files as the plan allows when they are chosen again', async () => {
    const { id: account } = aUser();
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => new File([name], name, { lastModified: 1 }));
    const tus = new TusServer();
    tus.instead = () => new Promise<never>(() => undefined);
    const arrived = { id: FILE_ID, originalName: 'a.txt', size: 5, mimeType: 'text/plain' };
    const sent = { ...arrived, path: 'a.txt', preview: 'text' as const, hasThumbnail: false };
    const bundle = aBundle({ files: [sent] });
    tus.bundles.push(bundle);
    server.use(
      ...tus.handlers,
      http.get('/api/files', () => HttpResponse.json([aFile(arrived)])),
    );
    new UnfinishedUploads(account).keepBundle({
      selection: selectionOf(files.map((file) => ({ file, path: null }))),
      files: 3,
      bundleId: bundle.id,
    });
    const { user } = renderRoute('/', { as: aUser({ subscription: 'free' }) });
    expect(await screen.findByText(/^An upload of 3 files was interrupted/)).toBeVisible();
    await user.upload(screen.getByLabelText('Files to upload'), files);
    expect(await screen.findByText('Uploading 3 files')).toBeVisible();
    await waitFor(() => expect(tus.calls).toEqual(['POST b.txt', 'POST c.txt']));
    expect(screen.queryByText(/You can only upload/)).not.toBeInTheDocument();
  });

  describe('of several files into a bundle that they made', () => {
    const { id: bundleId, name } = aBundle();
    const sent = ['d1.bin', 'd2.bin'].map((file, index) => {
      return { ...film, url: `/api/uploads/${index}`, name: file, bundleId };
    });

    /** Interrupts the upload of two files, and opens the home page. `bundle`: as it is by now. */
    function interrupt(bundle: Partial<ReturnType<typeof aBundle>> = {}) {
      const tus = new TusServer();
      tus.bundles.push(aBundle(bundle));
      server.use(
        http.delete('/api/uploads/:id', () => new HttpResponse(null, { status: 204 })),
        ...tus.handlers,
      );
      const storage = new UnfinishedUploads(null);
      storage.keepBundle({ selection: 'two', bundleId, name, files: 2 });
      for (const upload of sent) storage.keep(upload);
      return { storage, tus, ...renderRoute('/') };
    }
    const discardButton = (file: string) => screen.findByRole('button', { name: `Discard ${file}` });
    const dismissButton = () => screen.findByRole('button', { name: 'Dismiss the upload of 2 files' });
    const dissolution = { method: 'DELETE', query: '?keepFiles=true', body: null };
    const arrived = {
      id: FILE_ID,
      originalName: 'd2.bin',
      path: 'd2.bin',
      size: 1000,
      mimeType: '',
      preview: 'none' as const,
      hasThumbnail: false,
    };

    it('leaves no empty bundle once the last file is discarded', async () => {
      const { user, tus, storage } = interrupt();
      await user.click(await discardButton('d1.bin'));
      await waitFor(() => expect(screen.queryByText('d1.bin')).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([]);
      await user.click(await discardButton('d2.bin'));
      await waitFor(() => expect(screen.queryByText(/was interrupted/)).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([dissolution]);
      expect(storage.bundle(bundleId)).toBeUndefined();
    });

    it('leaves no empty bundle when it is dismissed, and can be dismissed again after a failure', async () => {
      const { user, tus, storage } = interrupt();
      server.use(
        http.get(`/api/bundles/${bundleId}`, () => refusal(503, 'server.busy', 'Waybill is busy'), {
          once: true,
        }),
      );
      await user.click(await dismissButton());
      expect(await screen.findByText('The upload could not be discarded. Please try again.')).toBeVisible();
      await user.click(await dismissButton());
      await waitFor(() => expect(screen.queryByText(/An upload of 2 files/)).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([dissolution]);
      expect(storage.list()).toHaveLength(2);
    });

    it('keeps the bundle with the files that arrived, and offers the others until that is dismissed', async () => {
      const { user, tus } = interrupt({ files: [arrived] });
      for (const file of ['d1.bin', 'd2.bin']) await user.click(await discardButton(file));
      await waitFor(() => expect(screen.queryByText('d2.bin')).not.toBeInTheDocument());
      await user.click(await dismissButton());
      await waitFor(() => expect(screen.queryByText(/was interrupted/)).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([]);
    });

    it.each([
      ['renamed', { name: 'Offer for spring' }],
      ['protected', { isPasswordProtected: true }],
    ])('keeps a bundle that its user has %s since', async (_, changed) => {
      const { user, tus } = interrupt(changed);
      await user.click(await dismissButton());
      await waitFor(() => expect(screen.queryByText(/An upload of 2 files/)).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([]);
    });

    it('keeps a bundle that its user has added files to since', async () => {
      const { user, tus, storage } = interrupt();
      await dismissButton();
      storage.forgetBundle(bundleId);
      for (const file of ['d1.bin', 'd2.bin']) await user.click(await discardButton(file));
      await waitFor(() => expect(screen.queryByText('d2.bin')).not.toBeInTheDocument());
      expect(tus.bundleCalls).toEqual([]);
    });
  });

  it('lists an upload that another tab is sending only after that tab has been silent', async () => {
    const storage = new UnfinishedUploads(null);
    storage.keep({ ...film, url: `${url}0`, name: 'notes.txt' });
    storage.keep({ ...film, isRunning: true });
    jest.replaceProperty(timings, 'livePoll', 50 as never);
    renderRoute('/');
    expect(await screen.findByText('notes.txt')).toBeVisible();
    expect(screen.queryByText('film.mp4')).not.toBeInTheDocument();

    const later = Date.now() + 91_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await screen.findByText('film.mp4')).toBeVisible();
  });
});
