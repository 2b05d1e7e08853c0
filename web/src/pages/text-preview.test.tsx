import { screen } from '@testing-library/react';
import { TEXT_PREVIEW_BYTES } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { InProcessWorker } from '../testing/in-process-worker.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/** Opens a text file of that many bytes whose preview is this text. */
async function open(size: number, text: string) {
  serve('notes.txt', text, size);
  expect(await screen.findByText(text)).toBeVisible();
}

function serve(originalName: string, text: string, size = text.length) {
  const file = aFile({ originalName, size, isOwner: false, preview: aPreview({ kind: 'text' }) });
  server.use(
    http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)),
    http.get(`/api/files/${FILE_ID}/preview`, () => HttpResponse.text(text)),
  );
  return renderRoute(`/${FILE_ID}`);
}

const hint = () => screen.queryByText('Only the beginning is shown');
const sourceInstead = () =>
  screen.findByText('This text is too complex to be formatted, so its source is shown.');

describe('the preview of a text', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'Worker'));

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

  it.each(['notes.txt', 'README.md', 'ships.csv', 'ships.json'])('says that %s is empty', async (name) => {
    serve(name, '');
    expect(await screen.findByText('This file is empty.')).toBeVisible();
  });

  it('formats Markdown in a worker', async () => {
    Object.assign(globalThis, { Worker: InProcessWorker });
    serve('README.md', '# Harbour plan');
    expect(await screen.findByRole('heading', { name: 'Harbour plan' })).toBeVisible();
  });

  it('reads a table in a worker', async () => {
    Object.assign(globalThis, { Worker: InProcessWorker });
    serve('ships.csv', 'name,length\n"Grace, the second",17\n');
    expect(await screen.findByRole('cell', { name: 'Grace, the second' })).toBeVisible();
  });

  it.each([
    ['a quote in thousands of quotes', 'notes.md', '>'.repeat(5_000)],
    ['tens of thousands of elements', 'README.md', '- a\n'.repeat(25_000)],
  ])('shows the source of a text that cannot be formatted: %s', async (_kind, name, text) => {
    Object.assign(globalThis, { Worker: InProcessWorker });
    serve(name, text);
    expect(await sourceInstead()).toBeVisible();
    expect(screen.getByRole('region', { name })).toHaveTextContent(text.slice(0, 3));
    expect(screen.getByRole('link', { name: 'Download' })).toBeVisible();
  });

  it('shows the source of a text where the browser has no workers', async () => {
    serve('ships.csv', 'name,length');
    expect(await sourceInstead()).toBeVisible();
    expect(screen.getByText('name,length')).toBeVisible();
  });
});
