import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { OpenEntry } from './read-ahead.js';
import { ZipLayout } from './zip-layout.js';
import { zipStream } from './zip-stream.js';

const KIBIBYTE = 1024;
const LARGE = 1024 * KIBIBYTE;
const modifiedAt = new Date('2026-11-22T10:20:30.000Z');

function layoutOf(files: readonly Buffer[]): ZipLayout {
  return new ZipLayout(
    files.map((bytes, index) => ({
      name: `${index}`,
      bytesId: `${index}`,
      modifiedAt,
      size: bytes.length,
      crc32: 0,
    })),
  );
}

function stream(files: readonly Buffer[], open: OpenEntry): Readable {
  const layout = layoutOf(files);
  return zipStream(layout, { start: 0, end: layout.size - 1 }, open);
}

function opener(files: readonly Buffer[]): OpenEntry {
  return (index, { start, end }) => Promise.resolve(Readable.from([files[index]?.subarray(start, end + 1)]));
}

describe('zipStream', () => {
  it('closes the file that it reads when the client goes away', async () => {
    const file = new Readable({ read: () => undefined });
    const archive = stream([Buffer.alloc(LARGE)], () => Promise.resolve(file));
    file.push(Buffer.alloc(10));
    const closed = new Promise((resolve) => file.once('error', () => undefined).once('close', resolve));
    for await (const chunk of archive) if ((chunk as Buffer).length === 10) break;

    await closed;
    expect(file.destroyed).toBe(true);
  });

  it('closes the files that it reads ahead when the client goes away', async () => {
    const files = Array.from({ length: 8 }, () => new Readable({ read: () => undefined }));
    const archive = stream(
      files.map(() => Buffer.alloc(10)),
      (index) => Promise.resolve(files[index] ?? Readable.from([])),
    );
    archive.read();
    const closed = files.map((file) => new Promise((resolve) => file.once('close', resolve)));
    setImmediate(() => archive.destroy());

    await Promise.all(closed);
  });

  it('fails when a file cannot be opened', async () => {
    const files = [Buffer.alloc(1000), Buffer.alloc(1000)];
    const archive = stream(files, (index, range) =>
      index === 1 ? Promise.reject(new Error('gone')) : opener(files)(index, range),
    );

    await expect(buffer(archive)).rejects.toThrow('gone');
  });

  it('opens small files together, and sends them in order', async () => {
    const files = Array.from({ length: 100 }, (_, index) => Buffer.from(`file ${index}`));
    let waiting: (() => void)[] = [];
    // Answers only when ten files are being opened: opening one file after another would never end.
    const together: OpenEntry = async (index, range) => {
      if (index < 90) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 10) return;
          for (const go of waiting.toReversed()) go();
          waiting = [];
        });
      }
      return opener(files)(index, range);
    };

    const bytes = await buffer(stream(files, together));
    expect(bytes.equals(await buffer(stream(files, opener(files))))).toBe(true);
    expect(bytes.indexOf('file 99')).toBeGreaterThan(bytes.indexOf('file 98'));
  });

  it.each([KIBIBYTE, 100 * KIBIBYTE, LARGE])(
    'reads less than a mebibyte ahead of a client that stops, of files of %i bytes',
    async (size) => {
      const files = Array<Buffer>(2000).fill(Buffer.alloc(size));
      let opened = 0;
      const archive = stream(files, (index, range) => {
        opened += 1;
        return opener(files)(index, range);
      });
      // Takes the first block, and nothing after it.
      await new Promise((resolve) => archive.once('readable', resolve));
      await new Promise(setImmediate);
      archive.destroy();

      expect(opened * size).toBeLessThanOrEqual(LARGE);
    },
  );

  it('sends many small files in few pieces', async () => {
    const files = Array.from({ length: 1000 }, () => Buffer.alloc(100));
    let pieces = 0;
    for await (const piece of stream(files, opener(files))) pieces += Number((piece as Buffer).length > 0);

    expect(pieces).toBeLessThan(10);
  });
});
