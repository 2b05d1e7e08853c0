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

/** Longest side of a thumbnail, in its shorter sides. The end of a longer page is not in its thumbnail. */
const MAX_RATIO = 4;
const SHORT_EDGE = THUMBNAIL_EDGE / MAX_RATIO;

/** Longest edge in pixels to which the library draws a page, from which the thumbnail is cut. */
const MAX_DRAWN_EDGE = 65_536;

interface PageSize {
  readonly originalWidth: number;
  readonly originalHeight: number;
}

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
  const size = document.getPage(0).getOriginalSize();
  await (pdftoppmPath === null
    ? drawWithLibrary(document, thumbnail)
    : drawWithPoppler(pdftoppmPath, task.folder, input, size, thumbnail).catch(() =>
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
  size: PageSize,
  thumbnail: string,
): Promise<void> {
  const page = join(folder, 'page');
  const options = ['-f', '1', '-l', '1', '-singlefile', '-png', '-cropbox', ...popplerScale(size)];
  await promisify(execFile)(program, [...options, input, page]);
  await saveThumbnail(sharp(`${page}.png`).flatten({ background: WHITE }), thumbnail);
}

/** Options for a picture that fits a square of the size of a thumbnail, or of the beginning of a long page. */
function popplerScale({ originalWidth: width, originalHeight: height }: PageSize): string[] {
  if (height > width * MAX_RATIO) return cut('-scale-to-x', '-scale-to-y', SHORT_EDGE, THUMBNAIL_EDGE);
  if (width > height * MAX_RATIO) return cut('-scale-to-y', '-scale-to-x', THUMBNAIL_EDGE, SHORT_EDGE);
  return ['-scale-to', String(THUMBNAIL_EDGE)];
}

/** Options that draw the beginning of a page: its short side fits, and its long side is cut off. */
function cut(short: string, long: string, width: number, height: number): string[] {
  return [short, String(SHORT_EDGE), long, '-1', '-W', String(width), '-H', String(height)];
}

async function drawWithLibrary(document: PDFiumDocument, thumbnail: string): Promise<void> {
  const page = document.getPage(0);
  await page.render({
    scale: libraryScale(page.getOriginalSize()),
    renderFormFields: true,
    render: async ({ data, width, height }) => {
      const raw = sharp(data, { raw: { width, height, channels: 4 } });
      const beginning = {
        left: 0,
        top: 0,
        width: Math.min(width, height * MAX_RATIO),
        height: Math.min(height, width * MAX_RATIO),
      };
      await saveThumbnail(raw.extract(beginning).flatten({ background: WHITE }), thumbnail);
      return data;
    },
  });
}

/** Scale at which the page fits a thumbnail, or of a long page its short side. */
function libraryScale({ originalWidth, originalHeight }: PageSize): number {
  const long = Math.max(originalWidth, originalHeight, 1);
  const short = Math.min(originalWidth, originalHeight);
  if (long <= short * MAX_RATIO) return THUMBNAIL_EDGE / long;
  // The library rounds the sides down, before and after scaling.
  return Math.min((SHORT_EDGE + 1) / Math.max(1, Math.floor(short)), MAX_DRAWN_EDGE / long);
}
