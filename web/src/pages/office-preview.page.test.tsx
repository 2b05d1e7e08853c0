import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
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
