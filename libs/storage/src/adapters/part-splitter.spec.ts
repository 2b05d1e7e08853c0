import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describeOnSmallDisk, eventually, SmallDisk, temporaryFolder } from '@waybill/testing';
import { MEBIBYTE, failingBody, inChunks } from '../contract/contract-case.js';
import { heldBytes } from '../contract/held-bytes.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { PartMemory } from './part-memory.js';
import type { Part } from './part.js';
import { PartSplitter } from './part-splitter.js';

const PART = 1000;

/** Reads a part as the transport does, which frees each piece once it was written to the socket. */
async function sent(part: Part): Promise<Buffer> {
  const pieces = [];
  for await (const piece of part.read()) {
    pieces.push(Buffer.from(piece as Buffer));
    freeBuffer(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

describe.each([
  ['files', 0],
  ['memory', 2 * PART],
  ['memory and a file', PART],
])('PartSplitter with parts in %s', (_, memory) => {
  let splitter: PartSplitter;
  beforeEach(() => void (splitter = new PartSplitter(PART, true, new PartMemory(memory))));
  afterEach(() => splitter.close());

  async function partsOf(bytes: Buffer, chunk: number): Promise<Buffer[]> {
    const parts: Buffer[] = [];
    for await (const part of splitter.split(inChunks(bytes, chunk))) parts.push(await buffer(part.read()));
    return parts;
  }

  it.each([
    [0, [0]],
    [1, [1]],
    [PART - 1, [PART - 1]],
    [PART, [PART]],
    [PART + 1, [PART, 1]],
    [3 * PART, [PART, PART, PART]],
    [3 * PART + 500, [PART, PART, PART, 500]],
  ])('cuts %d bytes into parts of %j, for any chunk size', async (size, lengths) => {
    for (const chunk of [1, 7, PART, 2 * PART + 1]) {
      const bytes = randomBytes(size);
      const parts = await partsOf(bytes, chunk);
      expect(parts.map(({ length }) => length)).toEqual(lengths);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    }
  });

  it('keeps a part readable repeatedly while the next one is filled', async () => {
    const bytes = randomBytes(3 * PART);
    const parts = splitter.split(inChunks(bytes, 100));
    const { value: first } = (await parts.next()) as IteratorResult<Part, never>;
    await parts.next();
    const wanted = bytes.subarray(0, PART);
    for (let time = 0; time < 2; time++) expect((await sent(first)).equals(wanted)).toBe(true);
    expect(first.sha256()).toBe(createHash('sha256').update(wanted).digest('hex'));
  });

  it('fails with the error of its body', async () => {
    const failure = new Error('the client went away');
    const reading = (async () => {
      for await (const part of splitter.split(failingBody(randomBytes(2 * PART), failure)))
        await buffer(part.read());
    })();
    await expect(reading).rejects.toBe(failure);
  });
});

describe('PartSplitter', () => {
  it('keeps a small upload in memory, and can send it again', async () => {
    const small = new PartSplitter(8 * MEBIBYTE, true, new PartMemory(0), '/no/folder/for/files');
    const bytes = randomBytes(10_000);
    for await (const part of small.split(inChunks(bytes, 4_000)))
      for (let time = 0; time < 2; time++) expect((await sent(part)).equals(bytes)).toBe(true);
    await small.close();
  });

  it('holds parts in unlinked files where memory for parts has no room', async () => {
    const folder = await temporaryFolder();
    const large = new PartSplitter(8 * MEBIBYTE, false, new PartMemory(8 * MEBIBYTE - 1), folder.path);
    const before = heldBytes();
    let seen = 0;
    for await (const part of large.split(inChunks(Buffer.alloc(32 * MEBIBYTE), 65_536))) {
      expect(part.size).toBe(8 * MEBIBYTE);
      // Only the body itself is in memory.
      expect(heldBytes(before + 33 * MEBIBYTE - 1) - before).toBeLessThan(33 * MEBIBYTE);
      expect(await readdir(folder.path)).toEqual([]);
      seen++;
    }
    expect(seen).toBe(4);
    await large.close();
    await folder.remove();
  });

  it('frees the memory of its parts for the next upload, and holds no more than that', async () => {
    const memory = new PartMemory(16 * MEBIBYTE, 1);
    const before = heldBytes();
    for (let upload = 0; upload < 3; upload++) {
      const large = new PartSplitter(8 * MEBIBYTE, false, memory, '/no/folder/for/files');
      for await (const part of large.split(inChunks(Buffer.alloc(32 * MEBIBYTE), 65_536)))
        expect(part.size).toBe(8 * MEBIBYTE);
      await large.close();
    }
    await eventually(() => expect(heldBytes(before + MEBIBYTE) - before).toBeLessThanOrEqual(MEBIBYTE));
  });
});

describeOnSmallDisk('PartSplitter on a full disk', () => {
  it('rejects with server.storage-full, names the full folder for the log, and frees the space', async () => {
    const disk = SmallDisk.mount(1);
    for (let time = 0; time < 2; time++) {
      const splitter = new PartSplitter(8 * MEBIBYTE, false, new PartMemory(0), disk.path);
      const parts = splitter.split(inChunks(Buffer.alloc(2 * MEBIBYTE), 65_536));
      await expect(parts.next()).rejects.toMatchObject({
        code: 'server.storage-full',
        cause: { message: expect.stringContaining(`${disk.path} of this process`) as string },
      });
      await splitter.close();
    }
    disk.unmount();
  });
});
