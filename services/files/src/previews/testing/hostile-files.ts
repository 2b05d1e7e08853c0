import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { archive, docx, pdf, pptx, xlsx } from '@waybill/testing';
import sharp from 'sharp';
import { packed, zipOf } from './hostile-bytes.js';
import { type HostileFile, hostile } from './hostile-file.js';
import { hostileOfficeFiles, odf, odfContent } from './hostile-office.js';
import { hostilePdfs } from './hostile-pdfs.js';
import { hostilePictures } from './hostile-pictures.js';

const run = promisify(execFile);

/** Argument that stands for the path of the file that the program makes. */
const OUTPUT = 'OUTPUT';

async function made(ending: string, program: string, args: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    await writeFile(join(folder, 'a.txt'), 'hello '.repeat(999));
    const path = join(folder, `made.${ending}`);
    await run(
      program,
      args.map((arg) => (arg === OUTPUT ? path : arg)),
      { cwd: folder },
    );
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function tarHeader(name: string, size: number, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(size.toString(8).padStart(11, '0'), 124);
  header.write('00000000000', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });

const hostileArchives = [
  ...hostile('archive', 'gz', {
    'a file of two gibibytes, deflated': () =>
      Buffer.concat([
        gzipSync(tarHeader('zeros', 2 * 1024 ** 3)),
        ...Array.from({ length: 32 }, () => zeros),
      ]),
  }),
  ...hostile('archive', 'tar', {
    'names outside the folder, and links': ({ folder }) =>
      Buffer.concat([
        tarHeader('../../../../etc/cron.d/waybill', 0),
        tarHeader(`${folder}/ran`, 0),
        tarHeader('link', 0, '2'),
        Buffer.alloc(1024),
      ]),
  }),
  ...hostile('archive', 'zip', {
    '65,000 entries that share one': () =>
      zipOf(
        { a: packed(Buffer.alloc(99), 0xffff_fff0) },
        Array.from({ length: 65_000 }, (_, index) => `${index}`),
      ),
    'a directory that is larger than the file': () => {
      const bytes = archive({ a: 'x' });
      bytes.writeUInt32LE(0x7fff_ffff, bytes.length - 10);
      return bytes;
    },
  }),
];

const green = () => sharp({ create: { width: 300, height: 300, channels: 3, background: '#0a0' } });
const video = (ending: string, codec: string) => () =>
  made(ending, 'ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=blue:size=320x180:rate=5:duration=2',
    '-c:v',
    codec,
    OUTPUT,
  ]);
const bsdtar =
  (ending: string, ...options: string[]) =>
  () =>
    made(ending, 'bsdtar', ['-c', ...options, '-f', OUTPUT, 'a.txt']);

/** One valid file of each format. */
const soundFiles: HostileFile[] = [
  ...hostile('pdf', 'pdf', { 'a PDF': () => pdf({ pages: 20 }) }),
  ...hostile('office', 'docx', { 'a document': () => docx('Dear Ada') }),
  ...hostile('office', 'xlsx', { 'a workbook': () => xlsx('42') }),
  ...hostile('office', 'pptx', { 'a presentation': () => pptx('Figures') }),
  ...hostile('office', 'odt', {
    'a text': () => odf('text', odfContent('text', '<text:p>Dear Ada</text:p>')),
  }),
  ...hostile('office', 'rtf', { 'a text': () => Buffer.from('{\\rtf1 {\\b Dear} Ada}') }),
  ...(['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'] as const).flatMap((format) =>
    hostile('image', format, { 'a picture': () => green().toFormat(format).toBuffer() }),
  ),
  ...hostile('image', 'svg', {
    'a drawing': () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
  }),
  ...hostile('video', 'mp4', { 'a video': video('mp4', 'mpeg4') }),
  ...hostile('video', 'webm', { 'a video': video('webm', 'libvpx') }),
  ...hostile('video', 'ogv', { 'a video': video('ogv', 'libtheora') }),
  ...hostile('archive', 'zip', { 'an archive': () => archive({ a: 'x'.repeat(999) }) }),
  ...hostile('archive', 'gz', { 'an archive': bsdtar('gz', '-z') }),
  ...hostile('archive', '7z', { 'an archive': bsdtar('7z', '--format=7zip') }),
];

const truncatedFiles = soundFiles.map((file) => ({
  ...file,
  name: `${file.name}, cut in half`,
  bytes: async (bait: Parameters<HostileFile['bytes']>[0]) => {
    const bytes = await file.bytes(bait);
    return bytes.subarray(0, Math.floor(bytes.length / 2));
  },
}));

const contents: Readonly<Record<string, HostileFile['bytes']>> = {
  'a page of HTML': ({ http, file }) =>
    Buffer.from(
      `<html><body><img src="${http}picture.png"><iframe src="${file}field.txt"></iframe></body></html>`,
    ),
  'a playlist': ({ http, folder }) =>
    Buffer.from(
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${folder}/picture.png\n#EXTINF:1,\n${http}video.ts\n`,
    ),
  'a list of videos': ({ folder }) => Buffer.from(`ffconcat version 1.0\nfile '${folder}/picture.png'\n`),
  'a PostScript program': ({ folder }) =>
    Buffer.from(`%!PS-Adobe-3.0\n(${folder}/field.txt) (r) file 99 string readstring pop show showpage\n`),
  'a magick script': ({ folder }) =>
    Buffer.from(`push graphic-context\nimage over 0,0 9,9 '${folder}/picture.png'\n`),
  nothing: () => Buffer.alloc(0),
};

const endings: readonly [HostileFile['kind'], string][] = [
  ['pdf', 'pdf'],
  ['image', 'svg'],
  ['video', 'mp4'],
  ['office', 'docx'],
  ['office', 'rtf'],
  ['archive', 'zip'],
  ['archive', 'tar'],
];

const wronglyNamedFiles = endings.flatMap(([kind, ending]) => hostile(kind, ending, contents));

/** Catalogue of hostile files. Code makes all of them, and they need not be valid for other programs. */
export const hostileFiles: readonly HostileFile[] = [
  ...hostilePdfs,
  ...hostilePictures,
  ...hostileOfficeFiles,
  ...hostileArchives,
  ...truncatedFiles,
  ...wronglyNamedFiles,
];
