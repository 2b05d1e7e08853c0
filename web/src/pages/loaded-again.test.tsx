import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  aBundle,
  aFile,
  aFileRequest,
  aLink,
  aPreview,
  aReport,
  aUser,
  FILE_ID,
} from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const { id: BUNDLE_ID } = aBundle();

/** Serves an address whose first answer fails. */
function serveSecond(path: string, answer: () => Response): void {
  let isDown = true;
  server.use(
    http.get(path, () => {
      if (!isDown) return answer();
      isDown = false;
      return HttpResponse.error();
    }),
  );
}

describe('a part of a page that did not load', () => {
  it('says that the files of a file request did not load, and loads them again', async () => {
    const request = aFileRequest({ filesReceived: 1 });
    const received = { requestId: request.id, title: request.title, senderName: 'Grace', senderEmail: null };
    server.use(http.get('/api/requests', () => HttpResponse.json([request])));
    serveSecond('/api/files', () => HttpResponse.json([aFile({ received })]));
    const { user } = renderRoute('/requests', { as: aUser() });
    expect(await screen.findByRole('alert')).toHaveTextContent('The files that arrived could not be loaded');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'plans.zip' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Your file requests' })).toHaveFocus();
  });

  it('says nothing of files that a file request does not have', async () => {
    server.use(
      http.get('/api/requests', () => HttpResponse.json([aFileRequest()])),
      http.get('/api/files', () => HttpResponse.error()),
    );
    renderRoute('/requests', { as: aUser() });
    expect(await screen.findByText('Invoices')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says on the share page of a bundle that the uploads did not load, and loads them again', async () => {
    server.use(http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(aBundle())));
    serveSecond('/api/files', () => HttpResponse.json([aFile()]));
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load files');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('says that the links of a report did not load, and offers them once they have', async () => {
    server.use(http.get(`/api/files/${FILE_ID}/analytics`, () => HttpResponse.json(aReport())));
    serveSecond(`/api/files/${FILE_ID}/links`, () => HttpResponse.json([aLink({ isFirst: true }), aLink()]));
    const { user } = renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    expect(await screen.findByRole('alert')).toHaveTextContent('The links could not be loaded');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Link')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('says nothing of the links of an expired file, whose report is left', async () => {
    let asked = 0;
    server.use(
      http.get(`/api/files/${FILE_ID}/analytics`, () => HttpResponse.json(aReport())),
      http.get(`/api/files/${FILE_ID}/links`, () => {
        asked += 1;
        return refusal(410, 'files.expired', 'This file has expired');
      }),
    );
    renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    await waitFor(() => expect(asked).toBe(1));
    await screen.findByRole('heading', { name: 'Countries' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says that more links could not be loaded, and loads them at the next click', async () => {
    let isDown = true;
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/links`, ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json([aLink()], { headers: { 'x-next-cursor': 'next' } });
        if (isDown) return HttpResponse.error();
        return HttpResponse.json([aLink({ id: crypto.randomUUID(), name: 'Second' })]);
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Show more links' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('More links could not be loaded');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Show more links' }));
    expect(await screen.findByText('Second')).toBeVisible();
  });

  it('passes the focus from “Try again” to the list that it loads', async () => {
    serveSecond('/api/files', () => HttpResponse.json([aFile()]));
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Your files' })).toHaveFocus();
  });

  it('passes the focus from “Try again” to the heading of the page that it loads', async () => {
    serveSecond(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ isOwner: false })));
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'plans.zip' });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it.each([
    ['text', 'notes.txt', 'hello'],
    ['archive', 'plans.zip', JSON.stringify({ entries: [{ path: 'hello', size: 1 }] })],
  ] as const)('loads the preview of a file of the kind %s again', async (kind, originalName, content) => {
    const file = aFile({ originalName, isOwner: false, preview: aPreview({ kind, hasRendition: true }) });
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)));
    serveSecond(`/api/files/${FILE_ID}/preview`, () => HttpResponse.text(content));
    const { user } = renderRoute(`/${FILE_ID}`);
    expect(await screen.findByRole('heading', { name: 'Failed to load document preview' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('hello')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });
});
