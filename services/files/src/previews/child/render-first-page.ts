import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { PreviewResult, PreviewTask } from '../preview-task.js';
import { EncryptedFileError } from './encrypted-file.js';
import { saveThumbnail, THUMBNAIL_EDGE } from './render-picture.js';

const WHITE = { r: 255, g: 255, b: 255 };

/**
 * Renders a PDF's first page, counts its pages and reads its title.
 * @throws EncryptedFileError; an error when the PDF is broken or empty
 */
export async function renderFirstPage(
  task: PreviewTask,
  input: string,
  thumbnail: string,
): Promise<Partial<PreviewResult>> {
  const bytes = await readFile(input);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw /password/i.test(String(error)) ? new EncryptedFileError() : error;
  });
  const pageCount = document.getPageCount();
  if (pageCount === 0) throw new Error('The PDF has no page');
  const { pdftoppmPath = null } = task;
  await (pdftoppmPath === null
    ? drawWithLibrary(document, thumbnail)
    : drawWithPoppler(pdftoppmPath, task.folder, input, thumbnail).catch(() =>
        drawWithLibrary(document, thumbnail),
      ));
  const { readTitle } = await import('./read-title.js');
  return { pageCount, title: await readTitle(bytes), hasThumbnail: true };
}

/** Poppler finds fonts for text without embedded fonts, and reads JPEG 2000. */
async function drawWithPoppler(
  program: string,
  folder: string,
  input: string,
  thumbnail: string,
): Promise<void> {
  const page = join(folder, 'page');
  const options = [
    '-f',
    '1',
    '-l',
    '1',
    '-singlefile',
    '-png',
    '-cropbox',
    '-scale-to',
    String(THUMBNAIL_EDGE),
  ];
  await promisify(execFile)(program, [...options, input, page]);
  await saveThumbnail(sharp(`${page}.png`).flatten({ background: WHITE }), thumbnail);
}

async function drawWithLibrary(document: PDFiumDocument, thumbnail: string): Promise<void> {
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  await page.render({
    scale: THUMBNAIL_EDGE / Math.max(originalWidth, originalHeight, 1),
    renderFormFields: true,
    render: async ({ data, width, height }) => {
      const raw = sharp(data, { raw: { width, height, channels: 4 } });
      await saveThumbnail(raw.flatten({ background: WHITE }), thumbnail);
      return data;
    },
  });
}
