import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { dropToken, keepToken } from '../lib/access/file-tokens.js';
import { aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

// jsdom cannot render a PDF, so the tests check the requested address.
jest.mock('../features/viewing/pdf/pdf-viewer.js', () => ({
  PdfViewer: ({ url }: { url: string }) => <a href={url}>PDF</a>,
}));

const address = `/api/files/${FILE_ID}`;
const required = () => refusal(401, 'files.password-required', 'This file is protected by a password');
const visitor = { isOwner: false };

/** Query of the address that an element links to. */
function queryOf(element: HTMLElement): URLSearchParams {
  const url = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
  return new URL(url, window.location.origin).searchParams;
}

describe('the public page of a file', () => {
  it('shows an unprotected file immediately, with its name and a download', async () => {
    server.use(http.get(address, () => HttpResponse.json(aFile(visitor))));
    renderRoute(`/${FILE_ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'plans.zip' })).toBeVisible();
    expect(screen.getByText('1.50 MB')).toBeVisible();
    // Exactly one download link, although there is no preview.
    expect(screen.getByRole('link', { name: 'Download' })).toBeVisible();
    expect(screen.getByText('Preview not available for this file type')).toBeVisible();
    expect(document.title).toBe('plans.zip · Waybill');
  });

  it('says that the list of an archive has a password', async () => {
    const preview = aPreview({ kind: 'archive', state: 'failed', isEncrypted: true });
    server.use(http.get(address, () => HttpResponse.json(aFile({ ...visitor, preview }))));
    renderRoute(`/${FILE_ID}`);
    const sentence = 'The list of files in this archive has a password';
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
  });

  it('sends one visit id for preview and download, and the share mail that brought it', async () => {
    const via = '9b2d1c3e-1111-4222-8333-444455556666';
    server.use(http.get(address, () => HttpResponse.json(aFile({ ...visitor, preview: aPreview() }))));
    renderRoute(`/${FILE_ID}/link?via=${via}`);
    const preview = queryOf(await screen.findByRole('link', { name: 'PDF' }));
    const download = queryOf(screen.getByRole('link', { name: 'Download' }));
    expect(preview.get('disposition')).toBe('inline');
    expect(preview.get('visit')).toMatch(/^[0-9a-f-]{36}$/);
    expect(download.get('visit')).toBe(preview.get('visit'));
    expect(download.get('via')).toBe(via);
    expect(download.has('disposition')).toBe(false);
  });

  it.each([
    [200, null],
    [410, 'This link has been used up'],
    [404, 'File not found'],
    [401, 'Failed to download file'],
    [500, 'Failed to download file'],
  ])('checks that the file is available before a download: %d', async (status, sentence) => {
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.use(
      http.get(address, () => HttpResponse.json(aFile(visitor))),
      http.head(`${address}/download`, () => new HttpResponse(null, { status })),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    const [link] = await screen.findAllByRole('link', { name: 'Download' });
    await user.click(link!);
    if (sentence === null) await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    else {
      expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
      expect(click).not.toHaveBeenCalled();
    }
    click.mockRestore();
  });

  it.each([
    [410, 'files.taken-down', 'This file was taken down'],
    [410, 'links.used-up', 'This link has been used up'],
    [403, 'files.infected', 'This file contains malware'],
  ] as const)(
    'says why a download is refused in the words of the server: %d %s',
    async (status, code, sentence) => {
      keepToken(FILE_ID, 'proof');
      server.use(http.get(address, () => HttpResponse.json(aFile(visitor))));
      const { user } = renderRoute(`/${FILE_ID}`);
      const [link] = await screen.findAllByRole('link', { name: 'Download' });
      const queries: string[] = [];
      server.use(
        http.head(`${address}/download`, () => new HttpResponse(null, { status })),
        http.get(address, ({ request }) => {
          queries.push(new URL(request.url).search);
          return refusal(status, code, sentence);
        }),
      );
      await user.click(link!);
      expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
      // Without the visit, which the details of a bundle would count.
      expect(queries).toEqual(['?token=proof']);
      dropToken(FILE_ID);
    },
  );

  it('shows a picture as it is', async () => {
    const file = aFile({ ...visitor, originalName: 'boat.png', preview: aPreview({ kind: 'image' }) });
    server.use(http.get(address, () => HttpResponse.json(file)));
    renderRoute(`/${FILE_ID}`);
    expect(queryOf(await screen.findByRole('img', { name: 'boat.png' })).get('disposition')).toBe('inline');
  });

  it.each([
    ['ready', 'Failed to load document preview'],
    ['none', 'Preview not available for this file type'],
  ] as const)(
    'says of a picture that the browser cannot show, whose preview is %s: %s',
    async (state, sentence) => {
      const file = aFile({
        ...visitor,
        originalName: 'map.djvu',
        preview: aPreview({ kind: 'image', state }),
      });
      server.use(http.get(address, () => HttpResponse.json(file)));
      renderRoute(`/${FILE_ID}`);
      fireEvent.error(await screen.findByRole('img', { name: 'map.djvu' }));
      expect(screen.getByText(sentence)).toBeVisible();
    },
  );

  it('loads a picture again on request after a failure, and passes the focus to it', async () => {
    const file = aFile({ ...visitor, originalName: 'boat.png', preview: aPreview({ kind: 'image' }) });
    server.use(http.get(address, () => HttpResponse.json(file)));
    const { user } = renderRoute(`/${FILE_ID}`);
    fireEvent.error(await screen.findByRole('img', { name: 'boat.png' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('img', { name: 'boat.png' }).parentElement).toHaveFocus();
  });

  it('shows the rendition of an Office file', async () => {
    const file = aFile({ ...visitor, preview: aPreview({ kind: 'office', hasRendition: true }) });
    server.use(http.get(address, () => HttpResponse.json(file)));
    renderRoute(`/${FILE_ID}`);
    expect((await screen.findByRole('link', { name: 'PDF' })).getAttribute('href')).toMatch(
      `/api/files/${FILE_ID}/preview?`,
    );
  });

  it('waits for a rendition and shows it when it is ready', async () => {
    let asked = 0;
    const pending = aPreview({ kind: 'office', state: 'pending' });
    const ready = aPreview({ kind: 'office', hasRendition: true });
    server.use(
      http.get(address, () =>
        HttpResponse.json(aFile({ ...visitor, preview: asked++ === 0 ? pending : ready })),
      ),
    );
    renderRoute(`/${FILE_ID}`);
    expect(await screen.findByText('Preparing the preview…')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'PDF' })).toBeVisible();
  });

  it('says that a file is being loaded', async () => {
    server.use(http.get(address, () => new Promise<never>(() => undefined)));
    renderRoute(`/${FILE_ID}`);
    expect(await screen.findByRole('status', { name: 'Loading file' })).toBeVisible();
  });

  it('distinguishes an expired file from an unknown one', async () => {
    server.use(http.get(address, () => refusal(410, 'files.expired', 'File has expired')));
    renderRoute(`/${FILE_ID}`);
    expect(await screen.findByRole('heading', { name: 'File has expired' })).toBeVisible();
  });

  it('offers a retry when the server is unreachable', async () => {
    server.use(http.get(address, () => HttpResponse.error(), { once: true }));
    const { user } = renderRoute(`/${FILE_ID}`);
    expect(await screen.findByText('Failed to check file protection')).toBeVisible();
    server.use(http.get(address, () => HttpResponse.json(aFile(visitor))));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'plans.zip' })).toBeVisible();
  });
});

describe('the password gate', () => {
  it('opens with the right password, and sends the token with every later call', async () => {
    server.use(
      http.get(address, ({ request }) =>
        request.headers.get('x-verification-token') === 'proof'
          ? HttpResponse.json(aFile({ ...visitor, password: { Valid: true } }))
          : required(),
      ),
      http.post(`${address}/verify-password`, () => HttpResponse.json({ verified: true, token: 'proof' })),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Open file' }));
    expect(await screen.findByRole('heading', { name: 'plans.zip' })).toBeVisible();
    const [link] = screen.getAllByRole('link', { name: 'Download' });
    expect(queryOf(link!).get('token')).toBe('proof');
  });

  it('shows an error for a wrong password', async () => {
    server.use(
      http.get(address, required),
      http.post(`${address}/verify-password`, () =>
        refusal(401, 'files.incorrect-password', 'Incorrect password'),
      ),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Open file' }));
    expect(await screen.findByText('Incorrect password')).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('drops a token that is no longer valid', async () => {
    window.localStorage.setItem(`waybill.token.${FILE_ID}`, 'old');
    server.use(http.get(address, required));
    renderRoute(`/${FILE_ID}`);
    expect(await screen.findByRole('heading', { name: 'This file is protected' })).toBeVisible();
    expect(window.localStorage.getItem(`waybill.token.${FILE_ID}`)).toBeNull();
  });
});
