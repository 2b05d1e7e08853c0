import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describeOnSmallDisk, SmallDisk, temporaryFolder } from '@waybill/testing';
import { MEBIBYTE, failingBody, inChunks } from '../contract/contract-case.js';
import { heldBytes } from '../contract/held-bytes.js';
import type { PartFile } from './part-file.js';
import { PartSplitter } from './part-splitter.js';

const PART = 1000;

describe('PartSplitter', () => {
  let splitter: PartSplitter;
  beforeEach(() => void (splitter = new PartSplitter(PART, true)));
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
    const { value: first } = (await parts.next()) as IteratorResult<PartFile, never>;
    await parts.next();
    const wanted = bytes.subarray(0, PART);
    for (let time = 0; time < 2; time++) expect((await buffer(first.read())).equals(wanted)).toBe(true);
    expect(first.sha256()).toBe(createHash('sha256').update(wanted).digest('hex'));
  });

  it('holds parts in unlinked files and not in memory', async () => {
    const folder = await temporaryFolder();
    const large = new PartSplitter(8 * MEBIBYTE, false, folder.path);
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

  it('fails with the error of its body', async () => {
    const failure = new Error('the client went away');
    const reading = (async () => {
      for await (const part of splitter.split(failingBody(randomBytes(2 * PART), failure)))
        await buffer(part.read());
    })();
    await expect(reading).rejects.toBe(failure);
  });
});

describeOnSmallDisk('PartSplitter on a full disk', () => {
  it('rejects with server.storage-full, names the full folder for the log, and frees the space', async () => {
    const disk = SmallDisk.mount(1);
    for (let time = 0; time < 2; time++) {
      const splitter = new PartSplitter(8 * MEBIBYTE, false, disk.path);
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
