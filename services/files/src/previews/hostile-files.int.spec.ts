import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encryptOffice, type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { disguisedFiles, referencingFiles } from './testing/hostile-documents.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import type { PreviewTask } from './preview-task.js';
import { noSandbox, type Sandbox } from './sandbox/sandbox.js';

const CANARY = 'CanaryOfThisMachine';
const never = new AbortController().signal;
const separateUser = process.getuid?.() === 0 ? 64_820 : null;
let child: BuiltChild;
let folder: TemporaryFolder;
let outside: TemporaryFolder;
let listener: Server;
let connections: number;

beforeAll(async () => {
  child = await buildPreviewChild();
});
afterAll(() => child.remove());
beforeEach(async () => {
  [folder, outside] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const red = sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } });
  const picture = await red.png().toBuffer();
  for (const name of ['picture.png', 'field.png']) await writeFile(join(outside.path, name), picture);
  for (const name of ['field.txt', 'section.txt', 'table.csv', 'range.html', 'chunk.html', 'webservice'])
    await writeFile(join(outside.path, name), CANARY);
  connections = 0;
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterEach(async () => {
  listener.close();
  await Promise.all([folder.remove(), outside.remove()]);
});

interface MakeOptions {
  readonly ending?: string;
  readonly sandbox?: Sandbox;
  readonly passwordPath?: string | null;
}

async function make(
  kind: PreviewTask['kind'],
  bytes: Uint8Array,
  { ending = kind, sandbox = noSandbox, passwordPath = null }: MakeOptions = {},
) {
  const input = join(folder.path, `input.${ending}`);
  await writeFile(input, bytes);
  const programs = { sofficePath: '/usr/bin/soffice', ffmpegPath: null };
  const task = { kind, input, folder: folder.path, passwordPath, ...programs };
  return new PreviewMaker(child.path, sandbox).make(task, never);
}

/** Address prefixes of the listener, of a network share on it, and of the folder with the canaries. */
function bases(): [name: string, base: string][] {
  const { port } = listener.address() as AddressInfo;
  return [
    ['http', `http://127.0.0.1:${port}/`],
    ['share', `\\\\127.0.0.1@${port}\\share\\`],
    ['file', `${pathToFileURL(outside.path).href}/`],
  ];
}

async function textOf(path: string): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const text = [...document.pages()].map((page) => page.getText()).join('\n');
  library.destroy();
  return text;
}

/** Number of pixels that are as red as the canary picture. */
async function redPixels(path: string): Promise<number> {
  const data = await sharp(path).removeAlpha().raw().toBuffer();
  let red = 0;
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) < 60) red += 1;
  return red;
}

describe.each(Object.keys(referencingFiles))('a %s file with references of every kind', (ending) => {
  it('reaches no listener and reads no file, even without a sandbox', async () => {
    for (const [name, base] of bases()) {
      const bytes = referencingFiles[ending]?.(base) ?? Buffer.alloc(0);
      // The preview of some formats fails if they contain the address of a share.
      const made = await make('office', bytes, { ending }).catch((error: unknown) => error);
      expect([name, connections]).toEqual([name, 0]);
      if (name !== 'share') expect(made).not.toBeInstanceOf(Error);
      if (made instanceof PreviewFailedError) continue;
      await expect(textOf(join(folder.path, 'rendition'))).resolves.not.toContain(CANARY);
      await expect(redPixels(join(folder.path, 'thumbnail.webp'))).resolves.toBe(0);
      await folder.remove();
      folder = await temporaryFolder();
    }
  });
});

it.each(Object.entries(disguisedFiles))(
  'a document reads no file that it names in %s, even without a sandbox',
  async (disguise, { ending, bytes }) => {
    const document = bytes(`${pathToFileURL(outside.path).href}/`);
    const made = await make('office', document, { ending }).catch((error: unknown) => error);
    // LibreOffice crashes at a picture that it must not read.
    if (/rich text|metafile/.test(disguise) && made instanceof PreviewFailedError) return;
    expect(made).toMatchObject({ hasRendition: true });
    await expect(redPixels(join(folder.path, 'thumbnail.webp'))).resolves.toBe(0);
  },
);

describe('a document that was opened with its password', () => {
  it('reaches no listener and reads no file', async () => {
    for (const [name, base] of bases().filter(([name]) => name !== 'share')) {
      const bytes = await encryptOffice(referencingFiles['docx']?.(base) ?? Buffer.alloc(0), 'open sesame');
      const passwordPath = join(folder.path, 'password');
      await writeFile(passwordPath, 'open sesame');
      await expect(make('office', bytes, { ending: 'docx', passwordPath })).resolves.toMatchObject({
        hasRendition: true,
      });
      expect([name, connections]).toEqual([name, 0]);
      await expect(textOf(join(folder.path, 'rendition'))).resolves.not.toContain(CANARY);
      await folder.remove();
      folder = await temporaryFolder();
    }
  });
});

describe('the sandbox', () => {
  it.each([
    ['bubblewrap', { bubblewrapPath: '/usr/bin/bwrap', uid: null }],
    ['bubblewrap with a separate user', { bubblewrapPath: '/usr/bin/bwrap', uid: separateUser }],
  ])(
    'a preview of %s hides the network, other processes and all other files from the converter',
    async (_n, sandbox) => {
      const { port } = listener.address() as AddressInfo;
      const converter = join(folder.path, 'curious.sh');
      const script = [
        '#!/bin/sh',
        `exec > seen 2>&1`,
        `cat ${outside.path}/field.txt && echo read`,
        `ls /root /home /work /etc/passwd /var/lib && echo listed`,
        `touch /usr/bin/hijacked ${child.folder}/hijacked && echo wrote`,
        `ls -d /proc/[0-9]* | wc -l`,
        `${process.execPath} -e 'require("net").connect(${port}, "127.0.0.1").on("error", (error) => console.log(error.code)).on("connect", () => console.log("connected"))'`,
        'echo end',
      ];
      await writeFile(converter, script.join('\n'), { mode: 0o755 });
      const input = join(folder.path, 'input.rtf');
      await writeFile(input, '{\\rtf1 x}');
      const task = {
        kind: 'office',
        input,
        folder: folder.path,
        sofficePath: converter,
        ffmpegPath: null,
      } as const;
      await expect(new PreviewMaker(child.path, sandbox).make(task, never)).rejects.toThrow(
        PreviewFailedError,
      );
      const seen = await readFile(join(folder.path, 'seen'), 'utf8');
      expect(seen).toMatch(/end\n$/);
      expect(seen).not.toMatch(/Canary|^read|^listed|^wrote|^connected/m);
      expect(connections).toBe(0);
      expect(Number(/^\d+$/m.exec(seen)?.[0])).toBeLessThan(12);
    },
  );
});
