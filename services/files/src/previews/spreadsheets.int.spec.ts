import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TemporaryFolder, temporaryFolder, workbook, type WorkbookSheet } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { writeOfficeProfile } from './child/office-profile.js';
import { PreviewMaker } from './preview-maker.js';

const sofficePath = '/usr/bin/soffice';
const pdftoppmPath = '/usr/bin/pdftoppm';
const run = promisify(execFile);
let child: BuiltChild;
let folder: TemporaryFolder;

beforeAll(async () => {
  child = await buildPreviewChild();
});
afterAll(() => child.remove());
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** The workbook as a file of this format. */
async function fileOf(ending: string, sheets: readonly WorkbookSheet[]): Promise<Buffer> {
  const bytes = workbook(sheets);
  if (ending === 'xlsx') return bytes;
  const sources = join(folder.path, 'sources');
  await mkdir(sources);
  await writeFile(join(sources, 'a.xlsx'), bytes);
  const profile = `-env:UserInstallation=file://${sources}/profile`;
  await writeOfficeProfile(join(sources, 'profile'), sofficePath);
  await run(sofficePath, ['--headless', profile, '--convert-to', ending, 'a.xlsx'], { cwd: sources });
  return readFile(join(sources, `a.${ending}`));
}

/** Makes the preview of a spreadsheet. */
async function preview(ending: string, bytes: Buffer, drawnBy: string | null = pdftoppmPath) {
  const task = await mkdtemp(join(folder.path, 'task-'));
  const input = join(task, `input.${ending}`);
  await writeFile(input, bytes);
  const maker = new PreviewMaker(child.path, { bubblewrapPath: '/usr/bin/bwrap', uid: null });
  const { pageCount } = await maker.make(
    { kind: 'office', input, folder: task, sofficePath, ffmpegPath: null, pdftoppmPath: drawnBy },
    new AbortController().signal,
  );
  const { stdout: text } = await run('pdftotext', ['-layout', join(task, 'rendition'), '-']);
  const { width, height } = await sharp(join(task, 'thumbnail.webp')).metadata();
  return { pageCount, text, width, height };
}

const lines = (count: number) => Array.from({ length: count }, (_, row) => `row ${row + 1}.`).join('\n');

describe('a preview of a spreadsheet', () => {
  it.each(['xlsx', 'ods', 'xls'])('shows no hidden sheet: %s', async (ending) => {
    const bytes = await fileOf(ending, [
      { name: 'Costs', text: 'margin 40 percent', state: 'hidden' },
      { name: 'Offer', text: 'crate 120' },
      { name: 'Notes', text: 'ask for more', state: 'veryHidden' },
    ]);
    const { text } = await preview(ending, bytes);
    expect(text).toContain('crate 120');
    expect(text).not.toMatch(/margin|ask for more/);
  });

  it.each(['xlsx', 'ods', 'xls'])('shows only the print area of a sheet that has one: %s', async (ending) => {
    const bytes = await fileOf(ending, [
      { name: 'Offer', text: 'crate\t120\nmargin\t40', printArea: '$A$1:$B$1' },
    ]);
    const { text } = await preview(ending, bytes);
    expect(text).toContain('120');
    expect(text).not.toContain('margin');
  });

  it.each(['xlsx', 'ods'])('has one page for each sheet, however it would be printed: %s', async (ending) => {
    const bytes = await fileOf(ending, [
      { name: 'Long', text: lines(200) },
      { name: 'Wide', text: Array.from({ length: 40 }, (_, column) => `column ${column}`).join('\t') },
    ]);
    await expect(preview(ending, bytes)).resolves.toMatchObject({ pageCount: 2 });
  });

  it.each([
    ['long', 3_000, lines(3_000)],
    ['wide', 1_000, Array.from({ length: 1_000 }, (_, column) => `row ${column + 1}.`).join('\t')],
  ])('shows a sheet to its end that is too %s for one page', async (_name, last, content) => {
    const { pageCount, text, width, height } = await preview(
      'xlsx',
      await fileOf('xlsx', [{ name: 'Numbers', text: content }]),
    );
    expect(text).toContain(`row ${last}.`);
    expect(pageCount).toBeGreaterThan(10);
    expect(height / width).toBeCloseTo(Math.SQRT2, 1);
  });

  it.each([
    ['Poppler', pdftoppmPath],
    ['the library', null],
  ])('has a thumbnail of the beginning of a narrow or low sheet, drawn by %s', async (_name, drawnBy) => {
    const tall = await preview('xlsx', await fileOf('xlsx', [{ name: 'A', text: lines(200) }]), drawnBy);
    expect(tall).toMatchObject({ pageCount: 1, width: 160, height: 640 });
    const row = Array.from({ length: 40 }, (_, column) => `column ${column}`).join('\t');
    const low = await preview('xlsx', await fileOf('xlsx', [{ name: 'A', text: row }]), drawnBy);
    expect(low).toMatchObject({ pageCount: 1, width: 640, height: 160 });
  });

  it('has a page and a thumbnail without any cell', async () => {
    const bytes = await fileOf('xlsx', [{ name: 'A', text: '' }]);
    const { pageCount, width, height } = await preview('xlsx', bytes);
    expect(pageCount).toBe(1);
    expect(Math.min(width, height)).toBeGreaterThan(100);
  });
});
