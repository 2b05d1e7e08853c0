import { screen } from '@testing-library/react';
import { TEXT_PREVIEW_BYTES } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/** Opens a text file of that many bytes whose preview is this text. */
async function open(size: number, text: string) {
  const file = aFile({
    originalName: 'notes.txt',
    size,
    isOwner: false,
    preview: aPreview({ kind: 'text' }),
  });
  server.use(
    http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)),
    http.get(`/api/files/${FILE_ID}/preview`, () => HttpResponse.text(text)),
  );
  renderRoute(`/${FILE_ID}`);
  expect(await screen.findByText(text)).toBeVisible();
}

const hint = () => screen.queryByText('Only the beginning is shown');

describe('the preview of a text', () => {
  it.each([
    ['with a byte order mark', 8],
    ['in UTF-16', 12],
    ['of one mebibyte', TEXT_PREVIEW_BYTES],
  ])('shows a whole text as such: %s', async (_encoding, size) => {
    await open(size, 'hello');
    expect(hint()).not.toBeInTheDocument();
  });

  it('says that only the beginning of a text is shown above one mebibyte', async () => {
    await open(TEXT_PREVIEW_BYTES + 1, 'hello');
    expect(hint()).toBeVisible();
  });
});
