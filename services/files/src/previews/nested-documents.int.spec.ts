import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { PreviewMaker } from './preview-maker.js';
import { sheetWithSlide, textWithChart } from './testing/nested-documents.js';

const sofficePath = '/usr/bin/soffice';
const run = promisify(execFile);
let child: BuiltChild;
let folder: TemporaryFolder;
let sources: TemporaryFolder;

beforeAll(async () => {
  child = await buildPreviewChild();
});
afterAll(() => child.remove());
beforeEach(async () => {
  [folder, sources] = await Promise.all([temporaryFolder(), temporaryFolder()]);
});
afterEach(() => Promise.all([folder.remove(), sources.remove()]));

/** Settings with which LibreOffice stores documents within a file of Microsoft Office as OpenDocument. */
const asTheyAre = `<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Common/Filter/Microsoft/Export"><prop oor:name="ImpressToPowerPoint" oor:op="fuse"><value>false</value></prop></item></oor:items>`;

/** The document as a file of this format. */
async function fileOf(ending: string, bytes: Buffer): Promise<Buffer> {
  const user = join(sources.path, 'profile', 'user');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), asTheyAre);
  await writeFile(join(sources.path, 'a.odf'), bytes);
  const profile = `-env:UserInstallation=${pathToFileURL(join(sources.path, 'profile')).href}`;
  await run(sofficePath, ['--headless', profile, '--convert-to', ending, 'a.odf'], { cwd: sources.path });
  return readFile(join(sources.path, `a.${ending}`));
}

/** Makes the preview of a document without a sandbox. */
async function preview(ending: string, bytes: Buffer) {
  const input = join(folder.path, `input.${ending}`);
  await writeFile(input, bytes);
  const task = { kind: 'office', input, folder: folder.path, sofficePath, ffmpegPath: null } as const;
  await new PreviewMaker(child.path).make(task, new AbortController().signal);
}

const square = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

it('a document within an Excel 97 file reads no file that it names, even without a sandbox', async () => {
  const picture = join(sources.path, 'picture.png');
  // Another colour while the file is made, because LibreOffice stores what the document looks like.
  await writeFile(picture, await square('#00f'));
  const bytes = await fileOf('xls', sheetWithSlide(pathToFileURL(picture).href));
  await writeFile(picture, await square('#f00'));
  await preview('xls', bytes);
  const data = await sharp(join(folder.path, 'thumbnail.webp')).removeAlpha().raw().toBuffer();
  const pixels = Array.from({ length: data.length / 3 }, (_, at) => [
    data[3 * at] ?? 0,
    data[3 * at + 2] ?? 0,
  ]);
  expect(pixels.filter(([red = 0, blue = 0]) => red > 200 && blue < 60)).toHaveLength(0);
  expect(pixels.filter(([red = 0, blue = 0]) => blue > 200 && red < 60)).not.toHaveLength(0);
});

it('the preview of a Word 97 file from LibreOffice shows its chart', async () => {
  await preview('doc', await fileOf('doc', textWithChart('Crates')));
  const { stdout } = await run('pdftotext', [join(folder.path, 'rendition'), '-']);
  expect(stdout).toContain('Crates');
});
