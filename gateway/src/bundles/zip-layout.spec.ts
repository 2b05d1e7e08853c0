import type { ByteRange } from '@waybill/storage';
import { temporaryFolder } from '@waybill/testing';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type ZipEntry, ZipLayout } from './zip-layout.js';
import { zipStream } from './zip-stream.js';

const run = promisify(execFile);
const modifiedAt = new Date('2026-11-22T10:20:30.000Z');
const GIBIBYTE = 1024 ** 3;

interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
}

function layoutOf(samples: readonly Sample[]): ZipLayout {
  return new ZipLayout(samples.map(entryOf));
}

function entryOf({ name, bytes }: Sample): ZipEntry {
  return { name, size: bytes.length, crc32: crc32(bytes), modifiedAt, bytesId: name };
}

/** The archive as it is streamed. */
function read(samples: readonly Sample[], range?: ByteRange): Promise<Buffer> {
  const layout = layoutOf(samples);
  const stream = zipStream(layout, range ?? { start: 0, end: layout.size - 1 }, (index, { start, end }) =>
    Promise.resolve(Readable.from([samples[index]?.bytes.subarray(start, end + 1)])),
  );
  return buffer(stream);
}

/** Reads an archive with Python's zipfile: names, sizes and times; it checks every checksum. */
async function openWithPython(path: string): Promise<[name: string, size: number, time: number[]][]> {
  const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[each.filename, each.file_size, list(each.date_time)] for each in archive.infolist()]))`;
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as [string, number, number[]][];
}

const samples: Sample[] = [
  { name: 'empty.txt', bytes: Buffer.alloc(0) },
  { name: 'Offer/Angebot für Zoë.txt', bytes: Buffer.from('hello') },
  { name: '写真/海.bin', bytes: Buffer.alloc(3000, 7) },
  { name: 'אבג/ملف/🚢.txt', bytes: Buffer.from('ship') },
];

describe('ZipLayout', () => {
  let folder: { path: string; remove(): Promise<void> };

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  async function save(name: string, bytes: Buffer): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, bytes);
    return path;
  }

  it('the planned size of a ZIP is that of the streamed archive', async () => {
    expect((await read(samples)).length).toBe(layoutOf(samples).size);
  });

  it('makes archives that Python opens, with names in every script and the times of the files', async () => {
    const entries = await openWithPython(await save('scripts.zip', await read(samples)));

    expect(entries).toEqual(
      samples.map(({ name, bytes }) => [name, bytes.length, [2026, 11, 22, 10, 20, 30]]),
    );
  });

  it.each(['unzip', '7z'])(
    'makes archives that %s tests and extracts, with names in every script',
    async (program) => {
      const path = await save(`${program}.zip`, await read(samples));
      const target = join(folder.path, program);
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      await run(program, program === '7z' ? ['t', path] : ['-t', path], { env });
      await run(program, program === '7z' ? ['x', `-o${target}`, path] : ['-q', path, '-d', target], { env });

      for (const { name, bytes } of samples) {
        expect((await readFile(join(target, name))).equals(bytes)).toBe(true);
      }
    },
  );

  it('gives for every range the same bytes as the whole archive', async () => {
    const whole = await read(samples);
    for (let start = 0; start < whole.length; start += start < 400 || start > 3200 ? 1 : 97) {
      for (const end of [start, Math.min(start + 130, whole.length - 1), whole.length - 1]) {
        const part = await read(samples, { start, end });
        if (!part.equals(whole.subarray(start, end + 1))) throw new Error(`Differs in ${start}-${end}`);
      }
    }
  });

  it('makes an archive of 10,000 files that Python opens', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      name: `photos/${index}.txt`,
      bytes: Buffer.from(String(index)),
    }));
    const entries = await openWithPython(await save('many.zip', await read(many)));

    expect(entries.length).toBe(10_000);
    expect(entries[9_999]).toEqual(['photos/9999.txt', 4, [2026, 11, 22, 10, 20, 30]]);
  });

  it('makes an archive of more than 65,535 files that Python opens', async () => {
    const many = Array.from({ length: 65_540 }, (_, index) => ({
      name: String(index),
      bytes: Buffer.alloc(0),
    }));
    const entries = await openWithPython(await save('count.zip', await read(many)));

    expect(entries.length).toBe(65_540);
  });

  it('makes an archive of more than 4 GiB that Python and 7z open, from a sparse file', async () => {
    // Zeros are written as holes, so that 9 GiB need no room. Python reads the directory and the small file behind.
    const small = { name: 'behind.txt', bytes: Buffer.from('behind 4 GiB') };
    const large = (name: string, size: number) => ({ name, size, crc32: 0, modifiedAt, bytesId: name });
    const layout = new ZipLayout([
      large('five.bin', 5 * GIBIBYTE),
      large('four.bin', 4 * GIBIBYTE - 1),
      entryOf(small),
    ]);
    const path = await save('large.zip', Buffer.alloc(0));
    await truncate(path, layout.size);
    let position = 0;
    for (const piece of layout.pieces({ start: 0, end: layout.size - 1 })) {
      const bytes = 'records' in piece ? piece.records : piece.index === 2 ? small.bytes : null;
      if (bytes) {
        await pipeline(Readable.from([bytes]), createWriteStream(path, { start: position, flags: 'r+' }));
      }
      position += bytes?.length ?? ('range' in piece ? piece.range.end + 1 : 0);
    }
    expect(position).toBe(layout.size);
    const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
with archive.open('five.bin') as five: assert five.read(10) == bytes(10)
print(json.dumps([[each.file_size for each in archive.infolist()], archive.read('behind.txt').decode()]))`;
    const { stdout } = await run('python3', ['-c', script, path]);

    expect(JSON.parse(stdout)).toEqual([[5 * GIBIBYTE, 4 * GIBIBYTE - 1, 12], 'behind 4 GiB']);
    expect((await run('7z', ['e', '-so', path, 'behind.txt'])).stdout).toBe('behind 4 GiB');
  });

  it('finds a range behind 4 GiB without reading what is in front of it', async () => {
    const layout = new ZipLayout([
      { name: 'a', size: 5 * GIBIBYTE, crc32: 0, modifiedAt, bytesId: 'a' },
      { name: 'b', size: 5 * GIBIBYTE, crc32: 0, modifiedAt, bytesId: 'b' },
    ]);
    const opened: unknown[] = [];
    const range = { start: 6 * GIBIBYTE, end: 6 * GIBIBYTE + 99 };
    const bytes = await buffer(
      zipStream(layout, range, (index, part) => {
        opened.push([index, part.end - part.start]);
        return Promise.resolve(Readable.from([Buffer.alloc(part.end - part.start + 1)]));
      }),
    );

    expect([bytes.length, opened]).toEqual([100, [[1, 99]]]);
  });

  it('changes its entity tag with a name, the bytes and the order, and with nothing else', () => {
    const etag = layoutOf(samples).etag;

    expect(layoutOf(samples).etag).toBe(etag);
    expect(layoutOf(samples.toReversed()).etag).not.toBe(etag);
    const [first, ...others] = samples.map(entryOf);
    if (!first) throw new Error('There are samples');
    for (const change of [{ name: 'other' }, { bytesId: 'other' }, { crc32: 1 }, { size: 1 }]) {
      expect(new ZipLayout([{ ...first, ...change }, ...others]).etag).not.toBe(etag);
    }
  });
});
