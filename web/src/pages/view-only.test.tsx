import { screen } from '@testing-library/react';
import type { FileView, LinkTarget } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/** Serves a link, by default one for viewing only. */
function serveLink(target: LinkTarget, allowDownload = false): void {
  const needs = { password: false, email: false, code: false };
  server.use(
    http.get('/api/links/plan', () => HttpResponse.json({ needs, target, allowDownload, isOpened: false })),
    http.post('/api/links/plan/open', () => HttpResponse.json({ token: 'token', target, allowDownload })),
  );
}

const shown = (mimeType: string, preview: Partial<FileView['preview']>) =>
  aFile({ isOwner: false, mimeType, preview: aPreview({ state: 'pending', ...preview }) });

const notShown = 'This file cannot be shown';

describe('the page of a link for viewing only', () => {
  beforeEach(() => sessionStorage.clear());

  it.each([
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office'],
    ['application/zip', 'archive'],
    ['image/tiff', 'image'],
    ['image/heic', 'image'],
  ] as const)(
    'a link for viewing only waits for the preview of a file that is not shown without one: %s',
    async (mimeType, kind) => {
      serveLink({ ...shown(mimeType, { kind }), kind: 'file' });
      renderRoute('/l/plan');
      expect(await screen.findByText('Preparing the preview…')).toBeVisible();
      expect(screen.queryByRole('heading', { name: notShown })).toBeNull();
    },
  );

  it.each([
    ['image/png', { kind: 'image' }],
    ['application/pdf', { kind: 'pdf' }],
    ['application/zip', { kind: 'archive', state: 'failed' }],
  ] as const)(
    'a link for viewing only says that a file without a rendition cannot be shown: %s, %j',
    async (mimeType, preview) => {
      serveLink({ ...shown(mimeType, preview), kind: 'file' });
      renderRoute('/l/plan');
      expect(await screen.findByRole('heading', { name: notShown })).toBeVisible();
    },
  );

  it('a link for viewing only waits for the preview of a file in its bundle', async () => {
    const bundled = { id: FILE_ID, path: 'Plan.zip', originalName: 'Plan.zip', size: 1024 };
    const files = [
      { ...bundled, mimeType: 'application/zip', preview: 'archive' as const, hasThumbnail: false },
    ];
    serveLink({ ...aBundle({ files, isOwner: false }), kind: 'bundle' });
    server.use(
      http.get(`/api/files/${FILE_ID}`, () =>
        HttpResponse.json(shown('application/zip', { kind: 'archive' })),
      ),
    );
    renderRoute(`/l/plan?file=${FILE_ID}`);
    expect(await screen.findByText('Preparing the preview…')).toBeVisible();
  });

  it.each([false, true])(
    'mentions a download in place of a preview only where the link allows it: %j',
    async (allowDownload) => {
      const encrypted = shown('application/msword', { kind: 'office', state: 'failed', isEncrypted: true });
      serveLink({ ...encrypted, kind: 'file' }, allowDownload);
      const { user } = renderRoute('/l/plan');
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      expect(
        await screen.findByRole('heading', { name: 'This document has a password of its own' }),
      ).toBeVisible();
      expect(screen.queryAllByText(/You can still download the file/)).toHaveLength(allowDownload ? 1 : 0);
    },
  );
});
