import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const file = aFile({ isOwner: false, preview: aPreview({ kind: 'none', state: 'none' }) });
const bundled = { id: FILE_ID, path: 'plans.zip', originalName: 'plans.zip', size: 1024 };
const bundle = aBundle({
  files: [{ ...bundled, mimeType: 'application/zip', preview: 'none', hasThumbnail: false }],
  isOwner: false,
});
const target = { ...file, kind: 'file' as const };
const link = { needs: { password: false, email: false, code: false }, target, allowDownload: true };

/** Answers every call for the file, and the link to it, with the refusal until it is null. */
function serve(refused: () => Response | null): void {
  const answer = (body: object) => () => refused()?.clone() ?? HttpResponse.json(body);
  server.use(
    http.get(`/api/files/${FILE_ID}`, answer(file)),
    http.get(`/api/files/${FILE_ID}/check-protection`, answer({ isPasswordProtected: false })),
    http.get(`/api/files/${FILE_ID}/viewer`, () => refusal(404, 'files.no-preview', 'none')),
    http.get(`/api/bundles/${bundle.id}`, () => HttpResponse.json(bundle)),
    http.get('/api/links/plan', answer({ ...link, isOpened: false })),
    http.post('/api/links/plan/open', answer({ token: 'token', target, allowDownload: true })),
  );
}

const pages = [
  `/${FILE_ID}`,
  '/l/plan',
  `/embed/${FILE_ID}`,
  `/b/${bundle.id}?file=${FILE_ID}`,
  `/office-preview/${FILE_ID}`,
];

describe('a file that strangers cannot open', () => {
  beforeEach(() => {
    sessionStorage.clear();
    jest.replaceProperty(timings, 'previewPoll', 50 as never);
  });

  it.each(pages)(
    'a file is waited for during its virus scan, and then opens by itself at %s',
    async (path) => {
      let isScanned = false;
      const scanning = refusal(409, 'files.being-scanned', 'This file is being checked for malware.');
      serve(() => (isScanned ? null : scanning));
      renderRoute(path);
      const waiting = { name: 'This file is being checked for malware' };
      expect(await screen.findByRole('heading', waiting)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      isScanned = true;
      await waitFor(() => expect(screen.queryByRole('heading', waiting)).toBeNull());
      expect(
        await screen.findByRole('heading', { name: 'Preview not available for this file type' }),
      ).toBeVisible();
    },
  );

  it.each(
    pages.flatMap((path) => [
      [path, 410, 'files.taken-down', 'An administrator of this Waybill took it down.'] as const,
      [path, 403, 'files.infected', 'Nobody can open it, its sender included.'] as const,
    ]),
  )(
    'a file that nobody can open is explained, and not offered again, at %s: %d %s',
    async (path, status, code, text) => {
      serve(() => refusal(status, code, 'The file cannot be opened'));
      renderRoute(path);
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    },
  );
});
