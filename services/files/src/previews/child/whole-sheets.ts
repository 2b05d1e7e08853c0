import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { decodePart } from './external-references.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';
import { inflate, MAX_ENTRIES, readRaw } from './zip-part.js';

/**
 * Longest side of a page of a whole sheet, in points: half of what PDF allows. LibreOffice scales longer sheets down,
 * to at least half of what PDF allows, and leaves out their end.
 */
const MAX_SIDE = 7_000;

/** Pages that are lower, in points, show nothing: LibreOffice makes them of sheets without cells. */
const MIN_SIDE = 1;

/** Uncompressed bytes of the parts of a workbook, from which its sheets are certainly too long for one page. */
const MAX_PARTS = 16 * 1024 * 1024;

/** Parts that say what of a workbook is hidden or not printed, by extension. */
const workbookParts: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['.xlsx', '.xlsm', '.xltx', '.xltm'].map((name) => [name, ['xl/workbook.xml']])),
  ...Object.fromEntries(['.ods', '.ots'].map((name) => [name, ['content.xml', 'styles.xml']])),
};

/** Element or namespace of every workbook. Without it the part was not understood. */
const EXPECTED = /<([\w.-]+:)?sheet\s|xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1\.0"/;

/** Hidden sheets, print areas and sheets that are not printed. Matching too much only costs the large pages. */
const HIDDEN = new RegExp(
  [
    // Office Open XML
    /\bstate\s*=\s*["'](?!visible["'])/,
    /Print_Area/,
    // OpenDocument
    /\btable:display\s*=\s*["'](?!true["'])/,
    /\btable:print\s*=\s*["'](?!true["'])/,
    /\btable:print-ranges\s*=/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/**
 * Whether all cells of a workbook are for its readers. LibreOffice shows hidden sheets and what is outside the print
 * areas when it makes one page of each sheet. False if this is unknown, as for binary formats.
 */
export async function showsAllCells(path: string): Promise<boolean> {
  const [main, ...others] = workbookParts[extname(path)] ?? [];
  if (main === undefined) return false;
  await using file = await open(path);
  const entries = await readZipDirectory(file, MAX_ENTRIES);
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_PARTS) return false;
  const textsOf = (name: string) =>
    Promise.all(
      entries
        .filter((entry) => entry.name === name)
        .map(async (entry: ZipEntry) => decodePart(inflate(entry, await readRaw(file, entry)))),
    );
  const texts = (await Promise.all([main, ...others].map(textsOf))).flat();
  return EXPECTED.test(texts[0] ?? '') && !texts.some((text) => HIDDEN.test(text));
}

/** Whether the pages of whole sheets are complete, and there is something to see. */
export async function hasShowablePages(pdf: string): Promise<boolean> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(pdf));
  let isEmpty = true;
  for (let index = 0; index < document.getPageCount(); index++) {
    const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize();
    if (Math.max(originalWidth, originalHeight) > MAX_SIDE) return false;
    if (Math.min(originalWidth, originalHeight) >= MIN_SIDE) isEmpty = false;
  }
  return !isEmpty;
}
