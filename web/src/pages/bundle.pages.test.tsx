import { act, screen, waitFor, within } from '@testing-library/react';
import type { BundleView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { aBundle as anyBundle, aFile, aLink, aPreview, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const BUNDLE_ID = '1f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';
const OTHER_ID = '2f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';
const NEW_ID = '3f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';

const aBundledFile = (id: string, path: string): BundleView['files'][number] => ({
  id,
  path,
  originalName: path.slice(path.lastIndexOf('/') + 1),
  size: 1024,
  mimeType: 'application/zip',
  preview: 'none',
  hasThumbnail: false,
});

/** A bundle of somebody else, with a file beside a folder. */
const aBundle = (overrides: Partial<BundleView> = {}): BundleView =>
  anyBundle({
    id: BUNDLE_ID,
    files: [aBundledFile(FILE_ID, 'Terms.zip'), aBundledFile(OTHER_ID, 'drawings/Plan.zip')],
    size: 2048,
    isOwner: false,
    ...overrides,
  });

const noPreview = aPreview({ kind: 'none', state: 'none' });

const serve = (bundle: BundleView) =>
  server.use(
    http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
    http.get('/api/files/:id', ({ params }) =>
      HttpResponse.json(aFile({ id: String(params['id']), isOwner: false, preview: noPreview })),
    ),
    http.get('/api/files', () => HttpResponse.json([aFile({ id: NEW_ID, originalName: 'New.zip' })])),
  );

describe('the page of a bundle', () => {
  it('opens where the browser blocks site data', async () => {
    const blocked = ['getItem', 'setItem'].map((method) =>
      jest.spyOn(Storage.prototype, method as 'getItem').mockImplementation(() => {
        throw new DOMException('Access is denied', 'SecurityError');
      }),
    );
    serve(aBundle());
    renderRoute(`/b/${BUNDLE_ID}`);
    expect(await screen.findByRole('list', { name: 'Files' })).toBeVisible();
    for (const each of blocked) each.mockRestore();
  });

  it('shows folders and files, and enters a folder', async () => {
    serve(aBundle());
    const { user, address } = renderRoute(`/b/${BUNDLE_ID}`);
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(within(list).getByText('1 file · 1.00 KB')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download all' })).toHaveAttribute(
      'href',
      expect.stringContaining(`/api/bundles/${BUNDLE_ID}/download?visit=`),
    );
    await user.click(within(list).getByRole('button', { name: /drawings/ }));
    expect(address().search).toBe('?folder=drawings');
    expect(await screen.findByRole('link', { name: 'Download Plan.zip' })).toHaveAttribute(
      'href',
      expect.stringContaining(`bundle=${BUNDLE_ID}`),
    );
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    expect(await screen.findByText('Terms.zip')).toBeVisible();
  });

  it('previews its files one after the other, by keyboard too', async () => {
    serve(aBundle());
    const { user, address } = renderRoute(`/b/${BUNDLE_ID}`);
    await user.click(await screen.findByRole('button', { name: /Terms\.zip/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Terms.zip' });
    expect(await within(dialog).findByText(/1 of 2/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Previous file' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'Plan.zip' })).toBeVisible();
    expect(address().search).toBe(`?file=${OTHER_ID}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for the password, and says when the files are gone or cannot be loaded', async () => {
    const answer = failingAnswers();
    server.use(http.get(`/api/bundles/${BUNDLE_ID}`, () => answer.next()));
    const { user } = renderRoute(`/b/${BUNDLE_ID}`);
    expect(await screen.findByRole('heading', { name: 'These files are protected' })).toBeVisible();
    server.use(
      http.post(`/api/bundles/${BUNDLE_ID}/verify-password`, () =>
        HttpResponse.json({ verified: true, token: 'b.token' }),
      ),
    );
    await user.type(screen.getByLabelText('Password'), 'sesame');
    await user.click(screen.getByRole('button', { name: 'Open files' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'These files have expired' })).toBeVisible();
  });

  it('says that an empty bundle has no files, and offers no download', async () => {
    serve(aBundle({ files: [], size: 0 }));
    renderRoute(`/b/${BUNDLE_ID}`);
    expect(await screen.findByText('There are no files here yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Download all' })).toBeNull();
  });
});

/** Answers one after the other: protected, failed, expired. */
function failingAnswers() {
  const answers = [
    () => refusal(401, 'files.password-required', 'This file is protected'),
    () => refusal(503, 'server.unavailable', 'Please try again'),
    () => refusal(410, 'bundles.expired', 'Bundle has expired'),
  ];
  return { next: () => (answers.length > 1 ? answers.shift()! : answers[0]!)() };
}

describe('the share page of a bundle', () => {
  it('gives its owner link, QR code and links, and changes order, paths and files', async () => {
    serve(aBundle({ isOwner: true }));
    const sent: unknown[] = [];
    server.use(
      http.put(`/api/bundles/${BUNDLE_ID}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aBundle({ isOwner: true }));
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    expect(await screen.findByLabelText('Link')).toHaveValue(`${window.location.origin}/b/${BUNDLE_ID}`);
    expect(screen.getByText('Never expires')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Move Terms.zip down' }));
    await user.clear(screen.getByLabelText('Path of Plan.zip'));
    await user.type(screen.getByLabelText('Path of Plan.zip'), 'Plan.zip');
    await user.click(screen.getByRole('button', { name: 'Remove Terms.zip from the bundle' }));
    await user.click(screen.getByRole('button', { name: 'Add files' }));
    await user.click(await screen.findByRole('checkbox', { name: /New\.zip/ }));
    await user.click(screen.getByRole('button', { name: 'Add 1 file' }));
    await user.click(await screen.findByRole('button', { name: 'Save files' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      files: [
        { id: OTHER_ID, path: 'Plan.zip' },
        { id: NEW_ID, path: 'New.zip' },
      ],
    });
  });

  it('offers to keep files that expire before it as long as the bundle', async () => {
    serve(aBundle({ isOwner: true, deleteAt: '2027-11-02T09:31:00.000Z' }));
    const early = { Time: '2026-12-02T09:31:00.000Z', Valid: true };
    let own = [
      aFile({ id: FILE_ID, deleteAt: early }),
      aFile({ id: OTHER_ID, deleteAt: { Time: null, Valid: false } }),
      aFile({ id: crypto.randomUUID(), deleteAt: early }),
    ];
    const saved: unknown[] = [];
    server.use(
      http.get('/api/files', () => HttpResponse.json(own)),
      http.put('/api/files/:id/settings', async ({ request, params }) => {
        const { deleteAt } = (await request.json()) as { deleteAt: string };
        saved.push([params['id'], deleteAt]);
        own = own.filter(({ id }) => id !== params['id']);
        return HttpResponse.json(aFile({ deleteAt: { Time: deleteAt, Valid: true } }));
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser({ subscription: 'pro' }) });
    expect(await screen.findByText('One file expires earlier')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep them as long' }));
    await waitFor(() => expect(screen.queryByText('One file expires earlier')).not.toBeInTheDocument());
    expect(saved).toEqual([[FILE_ID, '2027-11-02T09:31:00.000Z']]);
  });

  it('keeps files that were uploaded into it while others were moved', async () => {
    const [first, second] = aBundle().files;
    const third = aBundledFile('3f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11', 'Third.zip');
    const bundle = aBundle({ isOwner: true });
    serve(bundle);
    let sent: unknown;
    server.use(
      http.put(`/api/bundles/${BUNDLE_ID}`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(bundle);
      }),
    );
    const { user, store } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Move Terms.zip down' }));
    serve({ ...bundle, files: [...bundle.files, third] });
    act(() => void store.dispatch(api.util.invalidateTags(['Bundle'])));
    expect(await screen.findByLabelText('Path of Third.zip')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save files' }));
    await waitFor(() => expect(sent).toBeDefined());
    const ids = (sent as { files: { id: string }[] }).files.map(({ id }) => id);
    expect(ids).toEqual([second?.id, first?.id, third.id]);
  });

  it('leaves out files that were deleted or have expired while others were moved', async () => {
    const [first, second] = aBundle().files;
    const third = aBundledFile('3f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11', 'Third.zip');
    const files = [...aBundle().files, third];
    const bundle = aBundle({ isOwner: true, files });
    serve(bundle);
    let sent: unknown;
    server.use(
      http.put(`/api/bundles/${BUNDLE_ID}`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(bundle);
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Move Terms.zip down' }));
    serve({ ...bundle, files: files.slice(0, 2) });
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(screen.queryByLabelText('Path of Third.zip')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Save files' }));
    await waitFor(() => expect(sent).toBeDefined());
    const ids = (sent as { files: { id: string }[] }).files.map(({ id }) => id);
    expect(ids).toEqual([second?.id, first?.id]);
  });

  it('hides the address of a bundle whose first link is off, and switches the link on again', async () => {
    let isFirstLinkActive = false;
    server.use(
      http.get(`/api/bundles/${BUNDLE_ID}`, () =>
        HttpResponse.json(aBundle({ isOwner: true, isFirstLinkActive })),
      ),
      http.put(`/api/links/${BUNDLE_ID}`, () => {
        isFirstLinkActive = true;
        return HttpResponse.json(aLink({ id: BUNDLE_ID, isFirst: true }));
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    expect(await screen.findByText(/open it for nobody but you/)).toBeVisible();
    expect(screen.queryByLabelText('Link')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Switch it on' }));
    expect(await screen.findByLabelText('Link')).toBeVisible();
  });

  it('offers to switch off the links of the files after the first link of a bundle was switched off in its row', async () => {
    serve(aBundle({ isOwner: true }));
    const first = aLink({ id: BUNDLE_ID, slug: BUNDLE_ID, name: null, isFirst: true });
    const off: unknown[] = [];
    server.use(
      http.get(`/api/bundles/${BUNDLE_ID}/links`, () =>
        HttpResponse.json([{ ...first, isActive: off.length === 0 }]),
      ),
      http.put('/api/links/:id', async ({ request, params }) => {
        off.push([params['id'], await request.json()]);
        return HttpResponse.json({ ...first, isActive: false });
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    await user.click(await screen.findByRole('button', { name: 'Switch them off' }));
    expect(await screen.findByText('The links of the files are switched off')).toBeVisible();
    expect(off).toEqual([BUNDLE_ID, FILE_ID, OTHER_ID].map((id) => [id, { isActive: false }]));
  });

  it('takes further files, which are sent to it', async () => {
    serve(aBundle({ isOwner: true }));
    renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    expect(await screen.findByLabelText('Files to upload')).toBeInTheDocument();
  });

  it('an upload into a bundle goes on when its sender signs in on another tab', async () => {
    const tus = new TusServer();
    let release = () => {};
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    tus.instead = () => released;
    server.use(...tus.handlers);
    serve(aBundle({ isOwner: true }));
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`);
    await user.upload(await screen.findByLabelText('Files to upload'), new File(['hello'], 'a.txt'));
    const progress = await screen.findByRole('progressbar', { name: 'Upload progress' });
    server.use(http.get('/api/user', () => HttpResponse.json(aUser())));
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByRole('button', { name: /Account/ })).toBeVisible();
    expect(progress).toBeVisible();
    release();
    await waitFor(() => expect(tus.uploads).toHaveLength(1));
  });

  it('refuses anyone but its owner', async () => {
    serve(aBundle());
    renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    expect(await screen.findByText('You do not have permission to access this file')).toBeVisible();
  });
});
