import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aFileRequest, aLink, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const { id: BUNDLE_ID } = aBundle();
const bundle = aBundle({
  files: ['Terms.zip', 'Plan.zip'].map((path, index) => ({
    id: index === 0 ? FILE_ID : BUNDLE_ID,
    path,
    originalName: path,
    size: 1024,
    mimeType: 'application/zip',
    preview: 'none',
    hasThumbnail: false,
  })),
});
const passwordRequired = () =>
  refusal(401, 'files.password-required', 'This file is protected by a password');

describe('the focus of a pressed element that goes away', () => {
  beforeEach(() => sessionStorage.clear());

  it('returns to the button of the menu, also after its first opening', async () => {
    const { user } = renderRoute('/features');
    const opener = await screen.findByRole('button', { name: 'Menu' });
    await user.click(opener);
    const menu = await screen.findByRole('dialog');
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('passes from the upload box to the headings of the upload and of its links, and back to the box', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 2000 as never);
    server.use(...new TusServer([]).handlers);
    const { user } = renderRoute('/');
    (await screen.findByRole('button', { name: 'Choose files' })).focus();
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name));
    const chooser = screen.getByLabelText<HTMLInputElement>('Files to upload');
    // The file chooser of a browser leaves the focus on the button.
    chooser.focus = () => undefined;
    await user.upload(chooser, files);
    expect(await screen.findByText('Uploading 2 files')).toHaveFocus();
    await waitFor(() => expect(screen.getByText('One link for all your files')).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Upload more' }));
    expect(screen.getByRole('region', { name: 'Upload files' })).toHaveFocus();
  });

  it('passes from the files of a bundle that were removed, saved or restored to the list', async () => {
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
      http.put(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    const list = await screen.findByRole('region', { name: 'Files' });
    const press = (name: string) => user.click(within(list).getByRole('button', { name }));

    await press('Remove Terms.zip from the bundle');
    expect(list).toHaveFocus();
    await press('Undo');
    expect(list).toHaveFocus();
    await press('Move Terms.zip down');
    expect(within(list).getByRole('button', { name: 'Move Terms.zip down' })).toHaveFocus();
    await press('Save files');
    await waitFor(() => expect(list).toHaveFocus());
  });

  it('passes from the question about the first link of a bundle, and about those of its files, to the links', async () => {
    const first = aLink({ id: BUNDLE_ID, isFirst: true, name: null });
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
      http.get(`/api/bundles/${BUNDLE_ID}/links`, () => HttpResponse.json([first])),
      http.post(`/api/bundles/${BUNDLE_ID}/links`, () => HttpResponse.json(aLink())),
      http.put(`/api/links/${BUNDLE_ID}`, () => HttpResponse.json({ ...first, isActive: false })),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser({ subscription: 'pro' }) });
    const links = await screen.findByRole('region', { name: 'Links' });
    await user.click(within(links).getByRole('button', { name: 'New link' }));
    await user.type(within(links).getByLabelText('Password'), 'open sesame');
    await user.click(within(links).getByRole('button', { name: 'Make link' }));
    await user.click(await within(links).findByRole('button', { name: 'Keep it on' }));
    expect(links).toHaveFocus();
    await user.click(within(links).getByRole('button', { name: 'Switch off' }));
    await user.click(await within(links).findByRole('button', { name: 'Keep them on' }));
    expect(links).toHaveFocus();
  });

  it('passes from the password of a file to its heading', async () => {
    let isOpen = false;
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => (isOpen ? HttpResponse.json(aFile()) : passwordRequired())),
      http.post(`/api/files/${FILE_ID}/verify-password`, () => {
        isOpen = true;
        return HttpResponse.json({ verified: true, token: 'proof' });
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password'), 'open sesame{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'plans.zip' })).toHaveFocus();
  });

  it('passes from the e-mail address that a link asks for to the heading of its file', async () => {
    const needs = { password: false, email: true, code: false };
    const target = { ...aFile({ isOwner: false }), kind: 'file' };
    server.use(
      http.get('/api/links/plan', () => HttpResponse.json({ needs, target: null, allowDownload: true })),
      http.post('/api/links/plan/open', () =>
        HttpResponse.json({ token: 'proof', target, allowDownload: true }),
      ),
    );
    const { user } = renderRoute('/l/plan');
    await user.type(await screen.findByLabelText('Your email'), 'grace@example.com{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'plans.zip' })).toHaveFocus();
  });

  it('passes from the password of a file request to its heading', async () => {
    const { title } = aFileRequest();
    const request = {
      slug: 'invoices',
      title,
      message: null,
      askedBy: null,
      deleteAt: null,
      maxFiles: 10,
      filesLeft: 9,
      maxFileSize: 1_000_000,
    };
    server.use(
      http.get('/api/requests/invoices', () => HttpResponse.json({ ...request, isPasswordProtected: true })),
      http.post('/api/requests/invoices/open', () => HttpResponse.json({ token: 'proof' })),
    );
    const { user } = renderRoute('/r/invoices');
    await user.type(await screen.findByLabelText('Password'), 'open sesame{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toHaveFocus());
  });

  it('passes from a report that was sent to the answer', async () => {
    const answer = () => HttpResponse.json({ message: 'Thank you.' }, { status: 202 });
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ isOwner: false }))),
      http.post(`/api/files/${FILE_ID}/report`, answer),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Report this file' }));
    await user.selectOptions(await screen.findByLabelText('Reason'), 'phishing');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(screen.getByText('Thank you.').closest('[role=status]')).toHaveFocus());
  });
});
