import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { pdf, type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { groupMemory } from './testing/group-memory.js';
import { hostileFiles } from './testing/hostile-files.js';
import type { Bait, HostileFile } from './testing/hostile-file.js';
import { PreviewFailedError, PreviewPostponedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';

const CANARY = 'CanaryOfThisMachine';
const canaries = ['picture.png', 'field.txt', 'range.html', 'run.sh'];
/** Lower than in production, to shorten the test. Deadlines exceed CPU limits by far, for a busy machine. */
const limits = { deadlineMs: 40_000, cpuSeconds: 1, memory: 1_536 };
const officeLimits = { deadlineMs: 60_000, cpuSeconds: 3, memory: 3_072 };
const limitOf = (kind: HostileFile['kind']) => (kind === 'office' ? officeLimits : limits);
const MEBIBYTE = 1024 * 1024;
/** Maximum time between the deadline and the end of the last process. */
const END_MS = 5_000;
const never = new AbortController().signal;
const programs = {
  sofficePath: '/usr/bin/soffice',
  ffmpegPath: '/usr/bin/ffmpeg',
  bsdtarPath: '/usr/bin/bsdtar',
  pdftoppmPath: '/usr/bin/pdftoppm',
};

let child: BuiltChild;
let outside: TemporaryFolder;
let listener: Server;
let connections = 0;
let bait: Bait;
let maker: PreviewMaker;

beforeAll(async () => {
  [child, outside] = await Promise.all([buildPreviewChild(), temporaryFolder()]);
  const red = sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } });
  const picture = await red.png().toBuffer();
  for (const name of canaries)
    await writeFile(join(outside.path, name), name.endsWith('.png') ? picture : CANARY);
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  bait = {
    http: `http://127.0.0.1:${port}/`,
    file: `${pathToFileURL(outside.path).href}/`,
    folder: outside.path,
  };
  // Without a sandbox, as in a container: only the limits and the settings of the readers protect.
  maker = new PreviewMaker(child.path, undefined, {
    image: limits,
    pdf: limits,
    video: limits,
    archive: limits,
    probe: limits,
    office: officeLimits,
  });
});
afterAll(async () => {
  listener.close();
  await Promise.all([child.remove(), outside.remove()]);
});

/** Makes the preview of a file, and looks in the results for files that it must not read. */
async function preview({ kind, ending }: Pick<HostileFile, 'kind' | 'ending'>, bytes: Buffer) {
  const folder = await temporaryFolder();
  const memory = groupMemory(folder.path, limitOf(kind).memory * MEBIBYTE);
  try {
    const input = join(folder.path, `input.${ending}`);
    await writeFile(input, bytes);
    const startedAt = Date.now();
    const outcome = await maker
      .make({ kind, input, folder: folder.path, ...programs }, never)
      .catch((error: unknown) => error);
    const elapsedMs = Date.now() - startedAt;
    const shown = outcome instanceof Error ? null : await seenIn(folder.path, kind);
    return { outcome, elapsedMs, shown, peak: memory.stop() };
  } finally {
    memory.stop();
    await folder.remove();
  }
}

/** Whether the results show a canary. */
async function seenIn(folder: string, kind: HostileFile['kind']): Promise<boolean> {
  const rendition = await readFile(join(folder, 'rendition')).catch(() => null);
  if (rendition?.includes(CANARY)) return true;
  if (rendition && kind === 'office' && (await textOf(rendition)).includes(CANARY)) return true;
  const thumbnail = await readFile(join(folder, 'thumbnail.webp')).catch(() => null);
  return thumbnail !== null && (await redPixels(thumbnail)) > 0;
}

async function textOf(bytes: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const text = document.getPage(0).getText();
  library.destroy();
  return text;
}

async function redPixels(picture: Buffer): Promise<number> {
  const data = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
  let red = 0;
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) < 60) red += 1;
  return red;
}

describe('a hostile file', () => {
  it.each(hostileFiles.map((file) => [file.ending, file.name, file] as const))(
    'a hostile file of type %s, %s, ends in time, within its memory, and reaches nothing',
    async (_ending, _name, file) => {
      const limit = limitOf(file.kind);
      const { outcome, elapsedMs, shown, peak } = await preview(file, await file.bytes(bait));
      if (outcome instanceof Error && !(outcome instanceof PreviewPostponedError))
        expect(outcome).toBeInstanceOf(PreviewFailedError);
      expect(elapsedMs).toBeLessThan(limit.deadlineMs + END_MS);
      expect(peak).toBeLessThan(limit.memory * MEBIBYTE);
      expect(shown).not.toBe(true);
      expect(connections).toBe(0);
      await expect(readdir(outside.path)).resolves.toEqual([...canaries].sort());
    },
  );

  it('keeps no ordinary PDF waiting, while others use up their limits', async () => {
    const hungry = hostileFiles.filter(({ name }) => /tiny steps|ten, ten times/.test(name));
    expect(hungry).toHaveLength(2);
    const all = Promise.all(hungry.map(async (file) => preview(file, await file.bytes(bait))));
    const ordinary = await preview({ kind: 'pdf', ending: 'pdf' }, pdf());
    expect(ordinary.outcome).toMatchObject({ pageCount: 1, hasThumbnail: true });
    for (const { outcome } of await all) expect(outcome).toBeInstanceOf(Error);
  });
});
