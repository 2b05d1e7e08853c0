import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeOnSmallDisk, eventually, type S3Server, SmallDisk, startMinioOn } from '@waybill/testing';
import { MEBIBYTE, contentOf, inChunks, keysOf } from '../contract/contract-case.js';
import { storeOn } from './testing/s3-test-store.js';

const LONG_AFTER = new Date('2100-01-01T00:00:00Z');
const LARGE = 12 * MEBIBYTE + 345;

describeOnSmallDisk('MinioObjectStore on a full store', () => {
  let disk: SmallDisk;
  let server: S3Server;
  let otherFile: string;

  beforeEach(async () => {
    disk = SmallDisk.mount(64);
    // MinIO may keep the bytes of deleted objects for five minutes. So the room comes from a file of its drive.
    otherFile = join(disk.path, 'other-file');
    await writeFile(otherFile, Buffer.alloc(16 * MEBIBYTE));
    server = await startMinioOn(disk.path);
  });

  afterEach(async () => {
    await server.stop();
    disk.unmount();
  });

  it('rejects with server.storage-full, stores nothing partial, and recovers once there is room', async () => {
    const store = storeOn(server);
    const kept = new Map<string, Buffer>();
    const put = async (size: number) => {
      const [key, bytes] = [`object-${kept.size}`, randomBytes(size)];
      await store.put(key, inChunks(bytes, MEBIBYTE));
      kept.set(key, bytes);
    };
    // Fill the disk with objects of several parts, then with objects of one request, until little room is left.
    for (const size of [LARGE, MEBIBYTE]) {
      const filling = (async () => {
        for (;;) await put(size);
      })();
      await expect(filling).rejects.toMatchObject({ code: 'server.storage-full' });
      expect(await store.stat(`object-${kept.size}`)).toBeNull();
      expect(await store.removeUnfinished(LONG_AFTER)).toBe(0);
    }
    expect((await keysOf(store)).toSorted()).toEqual([...kept.keys()].toSorted());
    for (const [key, bytes] of kept) expect(bytes.equals(await contentOf(store, key))).toBe(true);

    await rm(otherFile);
    await eventually(() => put(6 * MEBIBYTE));
  });
});
