import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Number of pages of a PDF. @throws when it is broken */
export async function countPages(path: string): Promise<number> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  return document.getPageCount();
}
