import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { PreviewResult } from '../preview-task.js';
import { saveThumbnail, THUMBNAIL_EDGE } from './render-picture.js';
import { readTitle } from './read-title.js';

const WHITE = { r: 255, g: 255, b: 255 };

/**
 * Renders a PDF's first page, counts its pages and reads its title.
 * @throws when the PDF is broken, empty or needs a password
 */
export async function renderFirstPage(input: string, thumbnail: string): Promise<PreviewResult> {
  const bytes = await readFile(input);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pageCount = document.getPageCount();
  if (pageCount === 0) throw new Error('There is no page in it');
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  await page.render({
    scale: THUMBNAIL_EDGE / Math.max(originalWidth, originalHeight, 1),
    render: async ({ data, width, height }) => {
      const raw = sharp(data, { raw: { width, height, channels: 4 } });
      await saveThumbnail(raw.flatten({ background: WHITE }), thumbnail);
      return data;
    },
  });
  return { pageCount, title: await readTitle(bytes) };
}
