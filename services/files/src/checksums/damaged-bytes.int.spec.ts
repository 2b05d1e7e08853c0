import { HOUR_MS } from '@waybill/contracts';
import { Jobs } from '@waybill/jobs';
import { EncryptedObjects, ObjectStore } from '@waybill/storage';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FilesTestApp } from '../testing/files-test-app.js';
import { ChecksumSweep } from './checksum.sweep.js';
import { ChecksumsService } from './checksums.service.js';

describe('a file with damaged bytes and no checksum', () => {
  let files: FilesTestApp;
  beforeAll(async () => void (files = await FilesTestApp.start()));
  afterAll(() => files.close());

  const perform = (fileId: string) =>
    files.get(ChecksumsService).perform({ fileId }, new AbortController().signal);

  /** Ids of the files whose checksums one sweep enqueues. */
  async function sweep(): Promise<string[]> {
    const add = jest.spyOn(files.get<Jobs>(Jobs), 'add');
    await files.get(ChecksumSweep).sweep();
    const ids = add.mock.calls.map(([, data]) => (data as { fileId: string }).fileId);
    add.mockRestore();
    return ids;
  }

  it('damaged bytes are read once an hour for a missing checksum, which is computed once they were restored', async () => {
    const { id: fileId } = await files.file(await files.account('pro'));
    const [row] = await files.rows(
      'UPDATE files SET crc32 = NULL WHERE id = $1 RETURNING object_key AS key',
      [fileId],
    );
    const [{ key } = { key: '' }] = row as { key: string }[];
    const store = files.get<ObjectStore>(ObjectStore);
    const content = await buffer(await store.get(key));
    await store.put(key, Readable.from([[content.subarray(0, -4), Buffer.alloc(4)]]));
    const read = jest.spyOn(files.get(EncryptedObjects), 'read');

    await expect(sweep()).resolves.toEqual([fileId]);
    await perform(fileId);
    await expect(sweep()).resolves.toEqual([]);
    await perform(fileId);
    expect(read).toHaveBeenCalledTimes(1);
    expect(files.errors()).toEqual(['The bytes of a file are damaged']);

    await store.put(key, Readable.from([[content]]));
    files.clock.advance(HOUR_MS);
    await expect(sweep()).resolves.toEqual([fileId]);
    await perform(fileId);
    const [{ crc32 } = { crc32: null }] = (await files.rows('SELECT crc32 FROM files')) as {
      crc32: string;
    }[];
    expect(crc32).toBe(String(0x3610a686));
  });
});
