import { screen, waitFor } from '@testing-library/react';
import { previewMessages, standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const preview = aPreview({ kind: 'office', state: 'failed' });
const file = aFile({ originalName: 'Plan.docx', isOwner: false, preview });
const { originalName, size, mimeType } = file;
const bundled = { id: FILE_ID, originalName, size, mimeType, path: originalName, hasThumbnail: false };
const bundle = aBundle({ isOwner: false, files: [{ ...bundled, preview: 'none' }] });

/** Serves a link to the target that needs nothing. */
function serveLink(target: object) {
  const needs = { password: false, email: false, code: false };
  const link = { needs, target, allowDownload: true, isOpened: false };
  server.use(
    http.get('/api/links/plan', () => HttpResponse.json(link)),
    http.post('/api/links/plan/open', () =>
      HttpResponse.json({ token: 'of-link', target, allowDownload: true }),
    ),
  );
}

describe('the external viewer', () => {
  it.each([
    ['a file', `/${FILE_ID}`, {}],
    ['an embedded file', `/embed/${FILE_ID}`, {}],
    ['a file behind a link', '/l/plan', { token: 'of-link' }],
    ['a file of a bundle', `/b/${bundle.id}?file=${FILE_ID}`, { bundle: bundle.id }],
    ['a file of a bundle behind a link', `/l/plan?file=${FILE_ID}`, { token: 'of-link', bundle: bundle.id }],
  ])('opens in place, with the access that the page has: %s', async (name, at, access) => {
    serveLink(name.includes('bundle') ? { ...bundle, kind: 'bundle' } : { ...file, kind: 'file' });
    const asked: object[] = [];
    server.use(
      http.get(`/api/files/${FILE_ID}/check-protection`, () =>
        HttpResponse.json({ isPasswordProtected: false }),
      ),
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)),
      http.get(`/api/bundles/${bundle.id}`, () => HttpResponse.json(bundle)),
      http.get(`/api/files/${FILE_ID}/viewer`, ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return HttpResponse.json({ url: 'https://viewer.example/?src=x' });
      }),
    );
    const { user, address } = renderRoute(at);
    const button = await screen.findByRole('button', { name: 'Try another viewer' });
    expect(asked).toEqual([]);
    await user.click(button);
    const frame = await screen.findByTitle('Plan.docx');
    expect(frame).toHaveAttribute('src', 'https://viewer.example/?src=x');
    expect(asked).toEqual([access]);
    expect(`${address().pathname}${address().search}`).toBe(at);
    await waitFor(() => expect(frame.parentElement).toHaveFocus());
  });

  it.each([
    ['on the page of a file', `/${FILE_ID}`],
    ['in an embedded file', `/embed/${FILE_ID}`],
  ])('is not offered where it is turned off: %s', async (_where, at) => {
    server.use(
      http.get('/api/config', () => HttpResponse.json({ ...standardConfig, officeViewer: false })),
      http.get(`/api/files/${FILE_ID}/check-protection`, () =>
        HttpResponse.json({ isPasswordProtected: false }),
      ),
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)),
    );
    renderRoute(at);
    expect(await screen.findByRole('heading', { name: previewMessages.officeFailed })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try another viewer' })).toBeNull());
  });
});
