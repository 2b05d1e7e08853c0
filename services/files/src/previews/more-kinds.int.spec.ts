import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archiveEntriesSchema, isRenderedPicture } from '@waybill/contracts';
import { archive, docx, pdf, type TemporaryFolder, temporaryFolder, xlsx } from '@waybill/testing';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { writeOfficeProfile } from './child/office-profile.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import type { PreviewTask } from './preview-task.js';
import { word6 } from './testing/older-documents.js';

const programs = {
  sofficePath: '/usr/bin/soffice',
  ffmpegPath: '/usr/bin/ffmpeg',
  bsdtarPath: '/usr/bin/bsdtar',
  pdftoppmPath: '/usr/bin/pdftoppm',
};
const run = promisify(execFile);
const never = new AbortController().signal;
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

async function make(kind: PreviewTask['kind'], ending: string, bytes: Uint8Array) {
  const input = join(folder.path, `input.${ending}`);
  await writeFile(input, bytes);
  const sandbox = { bubblewrapPath: '/usr/bin/bwrap', uid: null };
  const needsRendition = isRenderedPicture(`image/${ending}`);
  const task = { kind, input, folder: folder.path, needsRendition, ...programs };
  return new PreviewMaker(child.path, sandbox).make(task, never);
}

const result = (name: string) => readFile(join(folder.path, name));
const entries = async () => archiveEntriesSchema.parse(JSON.parse(String(await result('rendition')))).entries;

/** Makes a file with a program, which gets the path as its last argument. */
async function made(name: string, program: string, args: readonly string[]): Promise<Buffer> {
  const path = join(sources.path, name);
  await run(program, [...args, path], { cwd: sources.path });
  return readFile(path);
}

const redVideo = (name: string, codec: string) =>
  made(name, 'ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=red:size=320x180:rate=5:duration=2',
    '-c:v',
    codec,
  ]);

describe('a preview of a picture', () => {
  const blue = () => sharp({ create: { width: 900, height: 300, channels: 3, background: '#00f' } });
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="#00f"/></svg>',
  );

  it.each([
    ['svg', false, () => Promise.resolve(svg)],
    [
      'bmp',
      false,
      () =>
        made('a.bmp', 'ffmpeg', [
          '-v',
          'error',
          '-f',
          'lavfi',
          '-i',
          'color=blue:size=900x300',
          '-frames:v',
          '1',
        ]),
    ],
    ['tiff', true, () => blue().tiff().toBuffer()],
    [
      'jp2',
      true,
      () =>
        made('a.jp2', 'ffmpeg', [
          '-v',
          'error',
          '-f',
          'lavfi',
          '-i',
          'color=blue:size=900x300',
          '-frames:v',
          '1',
        ]),
    ],
  ])(
    'a picture of type %s gets a thumbnail, and a rendition where browsers need one: %s',
    async (ending, hasRendition, bytes) => {
      await expect(make('image', ending, await bytes())).resolves.toMatchObject({
        hasThumbnail: true,
        hasRendition,
      });
      const picture = sharp(await result('thumbnail.webp'));
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 640 });
      expect((await picture.stats()).channels[2]?.mean).toBeGreaterThan(200);
      if (hasRendition) expect((await sharp(await result('rendition')).metadata()).width).toBe(900);
    },
  );
});

describe('a preview of a video', () => {
  it.each([
    ['mp4', 'mpeg4'],
    ['webm', 'libvpx'],
    ['ogv', 'libtheora'],
  ])('a video of type %s gets a thumbnail of a frame', async (ending, codec) => {
    await expect(make('video', ending, await redVideo(`a.${ending}`, codec))).resolves.toMatchObject({
      hasThumbnail: true,
      hasRendition: false,
    });
    expect((await sharp(await result('thumbnail.webp')).stats()).channels[0]?.mean).toBeGreaterThan(200);
  });

  it('reads no playlist under the name of a video', async () => {
    const playlist = Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n`);
    await expect(make('video', 'mp4', playlist)).rejects.toThrow(PreviewFailedError);
  });
});

describe('a preview of an archive', () => {
  const endlessRar =
    'UmFyIRoHAQA9PN7lAgEA/yAgRD76VwICAwsAICAggCIACf8gICD///8gICAgICAgICAgICAgU4Aq9AMC5yIDEIEgICAgAAEgICAggcsQICAg' +
    'ICAgICAgICAgICCsj0qhAwEFAiAgASBTgCr0AwLnIgMgICAg/wMBBiAgIP///yAgIIHLECAv4SAg7Ozs7Oz/ICAgICAgICAg';

  it('lists a ZIP archive with names in every script', async () => {
    await make('archive', 'zip', archive({ 'notes.txt': 'hello', 'Фото/世界.txt': 'x' }));
    await expect(entries()).resolves.toEqual([
      { path: 'notes.txt', size: 5 },
      { path: 'Фото/世界.txt', size: 1 },
    ]);
  });

  it.each([
    ['of Windows', '81626572736963687420 9a62756e672e747874', 'übersicht Übung.txt'],
    ['of macOS', '6d75cc88646520e4b896e7958c2e747874', 'mu\u0308de 世界.txt'],
    ['with every other letter of Windows', 'e1 80 a5 9b e0 b0 fd', 'ßÇÑ¢α░²'],
    ['with characters that cannot be seen', '61 0a 07 7f 62 e280ae 63', 'a\ufffd\ufffd\ufffdb\ufffdc'],
  ])('lists the names of a ZIP archive %s', async (_from, hex, name) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const placeholder = 'x'.repeat(bytes.length);
    const zip = archive({ [placeholder]: 'hello' }).toString('latin1');
    await make(
      'archive',
      'zip',
      Buffer.from(zip.replaceAll(placeholder, bytes.toString('latin1')), 'latin1'),
    );
    await expect(entries()).resolves.toEqual([{ path: name, size: 5 }]);
  });

  it('lists at most 10,000 entries', async () => {
    const names = Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, ''] as const);
    await make('archive', 'zip', archive(Object.fromEntries(names)));
    await expect(entries()).resolves.toHaveLength(10_000);
  });

  it.each([
    // Names of a Windows domain contain spaces.
    ['tar', 'gnutar', ['--uname', 'CORP+ada', '--gname', 'Domain Users']],
    ['gz', 'gnutar', ['-z']],
    ['xz', 'gnutar', ['-J']],
    ['7z', '7zip', []],
  ])('lists a file of type %s', async (ending, format, options) => {
    await writeFile(join(sources.path, 'größe 1.txt'), 'hello');
    const path = join(sources.path, `a.${ending}`);
    const env = { LANG: 'C.UTF-8', PATH: process.env.PATH };
    await run('bsdtar', ['-c', ...options, `--format=${format}`, '-f', path, 'größe 1.txt'], {
      cwd: sources.path,
      env,
    });
    await make('archive', ending, await readFile(path));
    await expect(entries()).resolves.toEqual([{ path: 'größe 1.txt', size: 5 }]);
  });

  it('says that the list of an archive has a password', async () => {
    await writeFile(join(sources.path, 'secret.txt'), 'hello');
    const path = join(sources.path, 'a.7z');
    await run('7z', ['a', '-psesame', '-mhe=on', path, 'secret.txt'], { cwd: sources.path });
    await expect(make('archive', '7z', await readFile(path))).resolves.toMatchObject({
      isEncrypted: true,
      hasRendition: false,
    });
  });

  it.each([
    ['zip', Buffer.from('PK\x03\x04 and no directory')],
    ['7z', Buffer.from("7z\xbc\xaf'\x1c broken", 'latin1')],
    ['zip', Buffer.alloc(0)],
    // The program that lists it complains without an end.
    ['rar', Buffer.from(endlessRar, 'base64')],
  ])('fails for a broken file of type %s', async (ending, bytes) => {
    await expect(make('archive', ending, bytes)).rejects.toThrow(PreviewFailedError);
  });
});

describe('a preview of a document', () => {
  async function converted(from: Buffer, name: string, to: string): Promise<Buffer> {
    await writeFile(join(sources.path, name), from);
    const profile = `-env:UserInstallation=file://${sources.path}/profile`;
    await writeOfficeProfile(join(sources.path, 'profile'), programs.sofficePath);
    await run('soffice', ['--headless', profile, '--convert-to', to, name], { cwd: sources.path });
    return readFile(join(sources.path, name.replace(/\w+$/, to)));
  }

  it.each([
    ['doc', () => converted(docx('Dear Ada'), 'a.docx', 'doc')],
    ['doc', () => Promise.resolve(word6('Dear Ada'))],
    ['odt', () => converted(docx('Dear Ada'), 'a.docx', 'odt')],
    ['rtf', () => converted(docx('Dear Ada'), 'a.docx', 'rtf')],
    ['xls', () => converted(xlsx('42'), 'a.xlsx', 'xls')],
    ['ods', () => converted(xlsx('42'), 'a.xlsx', 'ods')],
  ])('a document of type %s gets a PDF and a thumbnail', async (ending, bytes) => {
    await expect(make('office', ending, await bytes())).resolves.toMatchObject({
      pageCount: 1,
      hasThumbnail: true,
      hasRendition: true,
    });
    expect((await result('rendition')).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('says that an Office file has a password', async () => {
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    const bytes = Buffer.concat([
      compound,
      Buffer.alloc(2_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(99),
    ]);
    await expect(make('office', 'docx', bytes)).resolves.toMatchObject({
      isEncrypted: true,
      hasThumbnail: false,
    });
  });

  it('says that a PDF has a password', async () => {
    const encryption =
      '/Encrypt << /Filter /Standard /V 1 /R 2 /O <' +
      '00'.repeat(32) +
      '> /U <' +
      '11'.repeat(32) +
      '> /P -4 >> /ID [<00><00>]';
    const bytes = Buffer.from(
      pdf().toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${encryption}`),
      'latin1',
    );
    await expect(make('pdf', 'pdf', bytes)).resolves.toMatchObject({ isEncrypted: true });
  });

  it.each([
    ['with Poppler', programs.pdftoppmPath],
    ['with the library', null],
  ])('shows form fields in the thumbnail, drawn %s', async (_name, pdftoppmPath) => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 300]);
    const field = document.getForm().createTextField('name');
    field.setText('filled in');
    field.addToPage(page, { x: 50, y: 50, width: 200, height: 200 });
    const input = join(folder.path, 'input.pdf');
    await writeFile(input, await document.save());
    const task = { kind: 'pdf', input, folder: folder.path, ...programs, pdftoppmPath } as const;
    await new PreviewMaker(child.path).make(task, never);
    const { channels } = await sharp(await result('thumbnail.webp')).stats();
    expect(channels[0]?.min).toBeLessThan(120);
  });
});
