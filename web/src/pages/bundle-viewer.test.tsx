import { screen, waitFor, within } from '@testing-library/react';
import type { BundleView, FileView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const { id: BUNDLE_ID } = aBundle();
const OTHER_ID = '2f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';

const aBundledFile = (id: string, path: string): BundleView['files'][number] => ({
  id,
  path,
  originalName: path.slice(path.lastIndexOf('/') + 1),
  size: 1024,
  mimeType: 'text/csv',
  preview: 'text',
  hasThumbnail: false,
});

/** Opens the page of a bundle with `Terms.csv`, and `Plan.csv` in a folder. `preview`: of both files. */
function open(search = '', preview: Partial<FileView['preview']> = { kind: 'none', state: 'none' }) {
  const files = [aBundledFile(FILE_ID, 'Terms.csv'), aBundledFile(OTHER_ID, 'drawings/Plan.csv')];
  server.use(
    http.get(`/api/bundles/${BUNDLE_ID}`, () =>
      HttpResponse.json(aBundle({ files, size: 2048, isOwner: false })),
    ),
    http.get('/api/files/:id', ({ params }) =>
      HttpResponse.json(aFile({ id: String(params['id']), isOwner: false, preview: aPreview(preview) })),
    ),
    http.get('/api/files/:id/preview', () => HttpResponse.text('a,b\n1,2\n')),
  );
  return renderRoute(`/b/${BUNDLE_ID}${search}`);
}

const termsRow = () => screen.findByRole('button', { name: /Terms\.csv/ });

describe('the viewer of a bundle', () => {
  it('returns the focus to the file of a bundle that was opened', async () => {
    const { user } = open();
    const row = await termsRow();
    await user.click(row);
    await screen.findByRole('dialog', { name: 'Terms.csv' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(row).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leaves no address of a closed file of a bundle to go back to', async () => {
    const { user, address, back } = open();
    await user.click(await termsRow());
    await screen.findByRole('dialog', { name: 'Terms.csv' });
    await user.click(screen.getByRole('button', { name: 'Close the preview' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    back();
    expect(address().search).toBe('');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('goes back to the folder before with one press of Back after a file of a bundle was closed', async () => {
    const { user, address, back } = open();
    await user.click(await screen.findByRole('button', { name: /drawings/ }));
    await user.click(await screen.findByRole('button', { name: /Plan\.csv/ }));
    await screen.findByRole('dialog', { name: 'Plan.csv' });
    await user.keyboard('{ArrowLeft}');
    await screen.findByRole('dialog', { name: 'Terms.csv' });
    await user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address().search).toBe('?folder=drawings');
    back();
    expect(address().search).toBe('');
    expect(await termsRow()).toBeVisible();
  });

  it('stays on the page of a bundle when a file is closed that its address named', async () => {
    const { user, address } = open(`?file=${FILE_ID}`);
    await screen.findByRole('dialog', { name: 'Terms.csv' });
    await user.click(screen.getByRole('button', { name: 'Close the preview' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toMatchObject({ pathname: `/b/${BUNDLE_ID}`, search: '' });
  });

  it('turns to the next file of a bundle by an arrow key, unless the file has the focus and is wide', async () => {
    const { user } = open(`?file=${FILE_ID}`, { kind: 'text' });
    const content = await screen.findByRole('region', { name: 'plans.zip' });
    content.style.overflowX = 'auto';
    Object.defineProperty(content, 'scrollWidth', { value: 900 });
    Object.defineProperty(content, 'clientWidth', { value: 300 });
    content.focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Terms.csv' })).toBeVisible();
    screen.getByRole('button', { name: 'Close the preview' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'Plan.csv' })).toBeVisible();
  });

  it('says that a file of a bundle cannot be loaded without a connection, and tries again', async () => {
    const { user } = open(`?file=${FILE_ID}`);
    server.use(http.get('/api/files/:id', () => HttpResponse.error(), { once: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Terms.csv' }));
    expect(await dialog.findByText('Failed to check file protection')).toBeVisible();
    expect(dialog.queryByText('File not found')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Preview not available for this file type')).toBeVisible();
  });

  it('asks for the password of a bundle again when it was changed while a file is opened', async () => {
    const { user } = open();
    const row = await termsRow();
    const refuse = () => refusal(401, 'files.password-required', 'This file is protected by a password');
    server.use(http.get('/api/files/:id', refuse), http.get(`/api/bundles/${BUNDLE_ID}`, refuse));
    await user.click(row);
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });

  it('calls a file of a bundle expired only if it has expired', async () => {
    const sentence = 'This link was switched off by its owner';
    open(`?file=${FILE_ID}`);
    server.use(http.get('/api/files/:id', () => refusal(410, 'links.revoked', sentence)));
    const dialog = within(await screen.findByRole('dialog', { name: 'Terms.csv' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.queryByText(/expired|certain time/)).not.toBeInTheDocument();
  });

  it('keeps the open file of a bundle while a poll fails', async () => {
    jest.replaceProperty(timings, 'previewPoll', 20 as never);
    open(`?file=${FILE_ID}`, { kind: 'office', state: 'pending' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Terms.csv' }));
    expect(await dialog.findByText('Preparing the preview…')).toBeVisible();
    let failures = 0;
    server.use(
      http.get('/api/files/:id', () => {
        failures += 1;
        return HttpResponse.error();
      }),
    );
    await waitFor(() => expect(failures).toBeGreaterThan(2));
    expect(dialog.getByText('Preparing the preview…')).toBeVisible();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('moves the focus to the list when a folder of a bundle is entered', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /drawings/ }));
    expect(await screen.findByText('Plan.csv')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Files' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    expect(await screen.findByText('Terms.csv')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Files' })).toHaveFocus();
  });
});
