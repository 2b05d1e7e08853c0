import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { docx, encryptOffice, pptx, type TemporaryFolder, temporaryFolder, xlsx } from '@waybill/testing';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { PreviewMaker } from './preview-maker.js';

const sofficePath = '/usr/bin/soffice';

/** Documents that LibreOffice saves with a password: source, filter and password. */
const toEncrypt = {
  odt: ['a.docx', 'writer8', 'open sesame'],
  ods: ['a.xlsx', 'calc8', 'open sesame'],
  odp: ['a.pptx', 'impress8', 'open sesame'],
  doc: ['a.docx', 'MS Word 97', 'open sesame'],
  xls: ['a.xlsx', 'MS Excel 97', 'open sesame'],
  excel: ['a.xlsx', 'MS Excel 97', 'VelvetSweatshop'],
} as const;
type Encrypted = keyof typeof toEncrypt;

let encrypted: Record<Encrypted, Buffer>;
let child: BuiltChild;
let folder: TemporaryFolder;
let sources: TemporaryFolder;
let profile: TemporaryFolder;
let tasks = 0;

beforeAll(async () => {
  [child, profile] = await Promise.all([buildPreviewChild(), temporaryFolder()]);
  await promisify(execFile)(sofficePath, [
    '--headless',
    `-env:UserInstallation=file://${profile.path}`,
    '--terminate_after_init',
  ]);
  await addMacro(profile.path);
  encrypted = await encryptAll();
});
afterAll(() => Promise.all([child.remove(), profile.remove()]));
beforeEach(async () => {
  [folder, sources] = await Promise.all([temporaryFolder(), temporaryFolder()]);
});
afterEach(() => Promise.all([folder.remove(), sources.remove()]));

async function make(ending: string, bytes: Uint8Array, password: string | null = null) {
  const taskFolder = join(folder.path, String(++tasks));
  await mkdir(taskFolder);
  const input = join(taskFolder, `input.${ending}`);
  const passwordPath = password === null ? null : join(taskFolder, 'password');
  await writeFile(input, bytes);
  if (passwordPath !== null) await writeFile(passwordPath, password ?? '');
  const maker = new PreviewMaker(child.path, { bubblewrapPath: '/usr/bin/bwrap', uid: null });
  const task = {
    kind: 'office',
    input,
    folder: taskFolder,
    passwordPath,
    sofficePath,
    ffmpegPath: null,
  } as const;
  return maker.make(task, new AbortController().signal);
}

/** Text of the PDF that was made last. */
async function shownText(): Promise<string> {
  const rendition = join(folder.path, String(tasks), 'rendition');
  return (await promisify(execFile)('pdftotext', [rendition, '-'])).stdout;
}

const soffice = (folder: string, ...options: string[]) =>
  promisify(execFile)(
    sofficePath,
    ['--headless', `-env:UserInstallation=file://${profile.path}`, ...options],
    { cwd: folder },
  );

/**
 * Saves documents with a password, by a macro: the command line of LibreOffice has no option for it. By one start,
 * which takes more processor time than a document.
 */
async function encryptAll(): Promise<typeof encrypted> {
  const { path, remove } = await temporaryFolder();
  const sources = { 'a.docx': docx('Dear Ada'), 'a.xlsx': xlsx('42'), 'a.pptx': pptx('Figures') };
  for (const [name, bytes] of Object.entries(sources)) await writeFile(join(path, name), bytes);
  const macros = Object.entries(toEncrypt).map(([name, [source, filter, password]]) => {
    const args = [`file://${path}/${source}`, `file://${path}/${name}`, filter, password];
    return `macro:///Standard.Module1.Save("${args.join('","')}")`;
  });
  await soffice(path, ...macros);
  const files = Object.keys(toEncrypt).map(async (name) => [name, await readFile(join(path, name))]);
  const all = Object.fromEntries(await Promise.all(files)) as typeof encrypted;
  await remove();
  return all;
}

async function addMacro(profile: string) {
  const basic = join(profile, 'user', 'basic');
  await writeFile(
    join(basic, 'Standard', 'script.xlb'),
    '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>',
  );
  await writeFile(
    join(basic, 'Standard', 'Module1.xba'),
    `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Save(source, target, filter, password)
  Dim how(0) As New com.sun.star.beans.PropertyValue
  how(0).Name = "Hidden" : how(0).Value = True
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, how())
  Dim options(1) As New com.sun.star.beans.PropertyValue
  options(0).Name = "FilterName" : options(0).Value = filter
  options(1).Name = "Password" : options(1).Value = password
  document.storeToURL(target, options())
  document.close(True)
End Sub
</script:module>`,
  );
}

describe('a preview of a document with a password', () => {
  it.each(['odt', 'ods', 'odp', 'doc', 'xls'] as const)(
    'says that a document of type %s has a password',
    async (ending) => {
      const outcome = { isEncrypted: true, hasRendition: false };
      await expect(make(ending, encrypted[ending])).resolves.toMatchObject(outcome);
    },
  );

  it('says that a document of type ppt has a password', async () => {
    await writeFile(join(sources.path, 'a.pptx'), pptx('Figures'));
    await soffice(sources.path, '--convert-to', 'ppt', 'a.pptx');
    const file = await readFile(join(sources.path, 'a.ppt'));
    // LibreOffice writes no encrypted presentations. Those of PowerPoint have a stream of this name.
    const entry = file.indexOf(Buffer.from('\u0005SummaryInformation', 'utf16le'));
    file.fill(0, entry, entry + 64);
    file.write('EncryptedSummary', entry, 'utf16le');
    file.writeUInt16LE(34, entry + 64);
    await expect(make('ppt', file)).resolves.toMatchObject({ isEncrypted: true, hasRendition: false });
  });

  it('shows a workbook that Excel encrypted with its own password', async () => {
    await expect(make('xls', encrypted.excel)).resolves.toMatchObject({
      isEncrypted: false,
      hasRendition: true,
    });
  });
});

describe('a preview with the password of the document', () => {
  const password = 'öpen <sesame> & "more"';

  it.each([
    ['docx', 'Dear Ada', () => encryptOffice(docx('Dear Ada'), password, 'agile')],
    ['docx', 'Dear Ada', () => encryptOffice(docx('Dear Ada'), password)],
    ['xlsx', '42', () => encryptOffice(xlsx('42'), password)],
    ['pptx', 'Figures', () => encryptOffice(pptx('Figures'), password)],
    ['odt', 'Dear Ada', () => encrypted['odt']],
    ['ods', '42', () => encrypted['ods']],
    ['odp', 'Figures', () => encrypted['odp']],
    ['doc', 'Dear Ada', () => encrypted['doc']],
    ['xls', '42', () => encrypted['xls']],
  ])('shows a document of type %s, and only with the right one', async (ending, shown, encryptedBytes) => {
    const bytes = await encryptedBytes();
    const right = /^(docx|xlsx|pptx)$/.test(ending) ? password : 'open sesame';
    await expect(make(ending, bytes, 'wrong')).resolves.toMatchObject({
      isEncrypted: true,
      hasRendition: false,
    });
    await expect(make(ending, bytes, right)).resolves.toMatchObject({
      isEncrypted: false,
      hasRendition: true,
      hasThumbnail: false,
    });
    await expect(shownText()).resolves.toContain(shown);
  });
});
