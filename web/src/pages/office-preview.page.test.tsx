import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

// jsdom cannot render a PDF, so the tests check the requested address.
jest.mock('../features/viewing/pdf/pdf-viewer.js', () => ({
  PdfViewer: ({ url }: { url: string }) => <a href={url}>PDF</a>,
}));

const file = `/api/files/${FILE_ID}`;
const serve = (preview: Parameters<typeof aPreview>[0]) =>
  server.use(
    http.get(file, () =>
      HttpResponse.json(aFile({ isOwner: false, preview: aPreview({ kind: 'office', ...preview }) })),
    ),
  );

describe('the Office preview', () => {
  it('shows our own rendition, 800px high, under the name it was given', async () => {
    serve({ hasRendition: true });
    renderRoute(`/office-preview/${FILE_ID}?name=Report.docx`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Report.docx' })).toBeVisible();
    const rendition = await screen.findByRole('link', { name: 'PDF' });
    expect(rendition.getAttribute('href')).toContain('/preview');
    expect(rendition.closest('[style*="800px"]')).not.toBeNull();
  });

  it('an Office preview without a name is titled “Document”', async () => {
    serve({ hasRendition: true });
    renderRoute(`/office-preview/${FILE_ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Document' })).toBeVisible();
  });

  it('asks for the password of an encrypted document, and shows it with the right one', async () => {
    jest.replaceProperty(timings, 'previewPoll', 50 as never);
    serve({ state: 'failed', isEncrypted: true });
    const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const sent: unknown[] = [];
    server.use(
      http.post(`${file}/preview/unlock`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: ids[sent.length - 1], state: 'pending' }, { status: 202 });
      }),
      http.get(`${file}/preview/unlock/:id`, ({ params: { id } }) =>
        HttpResponse.json({ id, state: id === ids[0] ? 'incorrect' : 'ready' }),
      ),
    );
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password of the document'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Open document' }));
    expect(await screen.findByText('Incorrect password')).toBeVisible();
    await user.type(screen.getByLabelText('Password of the document'), 'open sesame{Enter}');
    const rendition = await screen.findByRole('link', { name: 'PDF' });
    expect(rendition.getAttribute('href')).toContain(`/preview?`);
    expect(rendition.getAttribute('href')).toContain(`unlocked=${ids[1]}`);
    expect(sent).toEqual([{ password: 'wrong' }, { password: 'open sesame' }]);
  });

  it('a reader can do without the password of an encrypted document, and download it', async () => {
    serve({ state: 'failed', isEncrypted: true });
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(
      await screen.findByRole('heading', { name: 'This document has a password of its own' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download' })).toBeVisible();
  });

  it('asks again for the password of a document whose conversion failed, and says so', async () => {
    jest.replaceProperty(timings, 'previewPoll', 50 as never);
    serve({ state: 'failed', isEncrypted: true });
    const id = '11111111-1111-4111-8111-111111111111';
    server.use(
      http.post(`${file}/preview/unlock`, () => HttpResponse.json({ id, state: 'pending' }, { status: 202 })),
      http.get(`${file}/preview/unlock/:id`, () => HttpResponse.json({ id, state: 'failed' })),
    );
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password of the document'), 'open sesame{Enter}');
    expect(await screen.findByText('Failed to load document')).toBeVisible();
    expect(screen.getByLabelText('Password of the document')).toBeVisible();
  });

  it('a reader who entered the password of a document can cancel while it is opened', async () => {
    serve({ state: 'failed', isEncrypted: true });
    const id = '11111111-1111-4111-8111-111111111111';
    const pending = () => HttpResponse.json({ id, state: 'pending' }, { status: 202 });
    server.use(http.post(`${file}/preview/unlock`, pending), http.get(`${file}/preview/unlock/:id`, pending));
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password of the document'), 'open sesame{Enter}');
    expect(await screen.findByText('Opening the document…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('link', { name: 'Download' })).toBeVisible();
  });

  it('says why the password of a document was not taken', async () => {
    serve({ state: 'failed', isEncrypted: true });
    server.use(
      http.post(`${file}/preview/unlock`, () =>
        refusal(429, 'files.too-many-attempts', 'Too many attempts. Please wait a moment and try again.'),
      ),
    );
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password of the document'), 'wrong{Enter}');
    expect(await screen.findByText('Too many attempts. Please wait a moment and try again.')).toBeVisible();
  });

  it('uses the external viewer without a rendition', async () => {
    serve({ state: 'failed' });
    const url = 'https://viewer.example/?src=x';
    server.use(http.get(`${file}/viewer`, () => HttpResponse.json({ url })));
    renderRoute(`/office-preview/${FILE_ID}`);
    expect(await screen.findByTitle('plans.zip')).toHaveAttribute('src', url);
  });

  it('shows a message and a download without a viewer', async () => {
    serve({ state: 'failed' });
    server.use(http.get(`${file}/viewer`, () => refusal(404, 'files.no-preview', 'none')));
    renderRoute(`/office-preview/${FILE_ID}`);
    expect(await screen.findByRole('heading', { name: 'Failed to load document' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download' })).toBeVisible();
  });

  it('says that the document could not be loaded, and tries again', async () => {
    server.use(http.get(file, () => HttpResponse.error(), { once: true }));
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    expect(await screen.findByText('Failed to load document. Please try refreshing the page.')).toBeVisible();
    serve({ hasRendition: true });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'PDF' })).toBeVisible();
  });

  it.each([true, false])(
    'the Office preview offers a report of the file to visitors alone: owner %j',
    async (isOwner) => {
      const preview = aPreview({ kind: 'office', hasRendition: true });
      server.use(http.get(file, () => HttpResponse.json(aFile({ isOwner, preview }))));
      renderRoute(`/office-preview/${FILE_ID}`);
      await screen.findByRole('link', { name: 'PDF' });
      expect(screen.queryAllByRole('button', { name: 'Report this file' })).toHaveLength(isOwner ? 0 : 1);
    },
  );

  it('links to the password form of a protected document', async () => {
    server.use(http.get(file, () => refusal(401, 'files.password-required', 'This file is protected')));
    renderRoute(`/office-preview/${FILE_ID}`);
    expect(await screen.findByRole('link', { name: 'Enter the password' })).toHaveAttribute(
      'href',
      `/${FILE_ID}`,
    );
  });
});
