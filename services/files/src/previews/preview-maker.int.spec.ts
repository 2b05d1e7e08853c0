import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { docx, pdf, pptx, type TemporaryFolder, temporaryFolder, xlsx } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import { type Sandbox } from './sandbox/sandbox.js';
import type { PreviewTask } from './preview-task.js';

const soffice = '/usr/bin/soffice';
const bubblewrap: Sandbox = { bubblewrapPath: '/usr/bin/bwrap', uid: null };
const programs = {
  ffmpegPath: '/usr/bin/ffmpeg',
  bsdtarPath: '/usr/bin/bsdtar',
  pdftoppmPath: '/usr/bin/pdftoppm',
};
const never = new AbortController().signal;
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

async function make(
  kind: PreviewTask['kind'],
  bytes: Uint8Array | string,
  {
    ending = kind,
    sofficePath = soffice,
    signal = never,
    sandbox = bubblewrap,
  }: { ending?: string; sofficePath?: string; signal?: AbortSignal; sandbox?: Sandbox } = {},
) {
  const input = join(folder.path, `input.${ending}`);
  await writeFile(input, bytes);
  const task = { kind, input, folder: folder.path, sofficePath, ...programs };
  return new PreviewMaker(child.path, sandbox).make(task, signal);
}

const thumbnail = () => readFile(join(folder.path, 'thumbnail.webp'));

describe('PreviewMaker with a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('makes a thumbnail of type %s', async (format) => {
    const blue = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#00f' } });
    await make('image', await blue.toFormat(format).toBuffer(), { ending: format });
    await expect(sharp(await thumbnail()).metadata()).resolves.toMatchObject({
      format: 'webp',
      width: 640,
      height: 320,
    });
  });

  it('makes an upright thumbnail without EXIF', async () => {
    const lying = sharp({ create: { width: 200, height: 100, channels: 3, background: '#00f' } });
    const exif = { IFD0: { Copyright: 'Ada', Orientation: '6' } };
    await make('image', await lying.jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer(), {
      ending: 'jpeg',
    });
    const shown = await sharp(await thumbnail()).metadata();
    expect(shown).toMatchObject({ width: 100, height: 200 });
    expect(shown.exif).toBeUndefined();
  });

  it.each([
    [
      'cut off',
      () =>
        sharp({
          create: {
            width: 900,
            height: 900,
            channels: 3,
            background: '#0f0',
            noise: { type: 'gaussian', mean: 128, sigma: 30 },
          },
        })
          .png()
          .toBuffer()
          .then((png) => png.subarray(0, png.length / 2)),
    ],
    [
      'SVG under a false name',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['empty', async () => Buffer.alloc(0)],
    [
      'an ocean of pixels',
      async () => {
        const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .png()
          .toBuffer();
        png.writeUInt32BE(30_000, 16);
        png.writeUInt32BE(30_000, 20);
        png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
        return png;
      },
    ],
  ])('rejects with PreviewFailedError for a file that is %s', async (_what, bytes) => {
    await expect(make('image', await bytes(), { ending: 'png' })).rejects.toThrow(PreviewFailedError);
  });
});

describe('PreviewMaker with a PDF', () => {
  it('draws the first page in its colours, counts the pages and reads the title', async () => {
    await expect(make('pdf', pdf({ pages: 3, title: 'Red \u202ereport ' }))).resolves.toMatchObject({
      pageCount: 3,
      title: 'Red report',
    });
    const { data, info } = await sharp(await thumbnail())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.abs(info.width - 452)).toBeLessThanOrEqual(1);
    const [red = 0, green = 0, blue = 0] = data;
    expect(red).toBeGreaterThan(240);
    expect(Math.max(green, blue)).toBeLessThan(30);
    expect(Math.min(...data.subarray(-3))).toBeGreaterThan(240);
  });

  it('returns no title for a PDF without one', async () => {
    await expect(make('pdf', pdf())).resolves.toMatchObject({ pageCount: 1, title: null });
  });

  it.each([
    ['broken', async () => Buffer.from('%PDF-1.7\nnot much of a document')],
    ['empty', async () => Buffer.alloc(0)],
  ])('rejects with PreviewFailedError for a file that is %s', async (_what, bytes) => {
    await expect(make('pdf', await bytes())).rejects.toThrow(PreviewFailedError);
  });
});

describe('PreviewMaker with an Office file', () => {
  it.each([
    ['docx', docx('Dear Ada')],
    ['xlsx', xlsx('42')],
    ['pptx', pptx('Quarterly figures')],
  ])('makes a PDF and a thumbnail of a %s file', async (ending, bytes) => {
    await expect(make('office', bytes, { ending })).resolves.toMatchObject({ pageCount: 1 });
    const rendition = await readFile(join(folder.path, 'rendition'), 'latin1');
    expect(rendition.slice(0, 5)).toBe('%PDF-');
    await expect(sharp(await thumbnail()).metadata()).resolves.toMatchObject({ format: 'webp' });
  });

  it('makes no network request', async () => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const tracker = `http://127.0.0.1:${port}/tracked.png`;
    try {
      await make('office', docx('Dear Ada', tracker), { ending: 'docx' });
      expect(calls).toBe(0);
      const page = `<html><body><img src="${tracker}"></body></html>`;
      await expect(make('office', page, { ending: 'docx' })).rejects.toThrow(PreviewFailedError);
      expect(calls).toBe(0);
    } finally {
      server.close();
    }
  });

  it('includes no file of this machine', async () => {
    const secret = join(folder.path, 'secret.png');
    const red = sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } });
    await writeFile(secret, await red.png().toBuffer());
    await make('office', docx('Dear Ada', `file://${secret}`), { ending: 'docx' });
    const { channels } = await sharp(await thumbnail()).stats();
    expect(channels[1]?.min).toBeGreaterThan(0);
    expect(channels[0]?.mean).toBeCloseTo(channels[1]?.mean ?? 0, 0);
  });

  it.each([
    ['broken', Buffer.from('PK\x03\x04 and then nothing that fits', 'latin1')],
    ['something else', Buffer.from('MZ')],
  ])('rejects with PreviewFailedError for a file that is %s', async (_what, bytes) => {
    await expect(make('office', bytes, { ending: 'docx' })).rejects.toThrow(PreviewFailedError);
  });
});
