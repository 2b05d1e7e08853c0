import { FilesystemObjectStore } from '@waybill/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpObjects, findDamagedObjects, type ObjectDigest, restoreObjects } from './object-copies.js';

describe('object copies', () => {
  let folder: string;
  let live: FilesystemObjectStore;
  let backup: FilesystemObjectStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
    live = new FilesystemObjectStore(join(folder, 'live'));
    backup = new FilesystemObjectStore(join(folder, 'backup'));
    for (const [key, text] of Object.entries({ 'a/1': 'one', 'a/2': 'two', 'b/3': '' })) {
      await live.put(key, bytes(text));
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const bytes = async function* (text: string) {
    yield await Promise.resolve(Buffer.from(text));
  };
  const backUp = async (keys: string[], known: ObjectDigest[] = []) => {
    const listed: ObjectDigest[] = [];
    const list = new Map(known.map((object) => [object.key, object]));
    const result = await backUpObjects(keys, live, backup, list, (object) => listed.push(object));
    return { ...result, listed: listed.sort((one, other) => one.key.localeCompare(other.key)) };
  };

  it('copies an object once and lists it with the same hash every time', async () => {
    const first = await backUp(['a/1', 'a/2', 'b/3']);
    expect(first).toMatchObject({ copied: 3, missing: [] });
    expect(first.listed[0]).toEqual({
      key: 'a/1',
      size: 3,
      sha256: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    });
    expect(await backUp(['a/1', 'a/2', 'b/3'], first.listed)).toEqual({ ...first, copied: 0 });
    expect(await backUp(['a/1', 'a/2', 'b/3'])).toEqual({ ...first, copied: 0 });
  });

  it('announces the size of each object to the store that it is copied to', async () => {
    const put = jest.spyOn(backup, 'put');
    await backUp(['a/1']);
    expect(put).toHaveBeenCalledWith('a/1', expect.anything(), undefined, 3);
  });

  it('copies an object again whose copy has another size', async () => {
    await backup.put('a/1', bytes('on'));
    expect(await backUp(['a/1'])).toMatchObject({ copied: 1, listed: [{ size: 3 }] });
  });

  it('copies no further object after one has failed, and fails once the copies that have begun have ended', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `c/${n}`);
    for (const key of keys) await live.put(key, bytes(key));
    let [begun, ended] = [0, 0];
    const { promise: failing, resolve: fail } = Promise.withResolvers<null>();
    const put = backup.put.bind(backup);
    jest.spyOn(backup, 'put').mockImplementation(async (key, ...rest) => {
      begun += 1;
      if (begun === 4) fail(null);
      await failing;
      try {
        if (key === 'c/0') throw new Error('The disk is full');
        return await put(key, ...rest);
      } finally {
        ended += 1;
      }
    });
    await expect(backUp(keys)).rejects.toThrow('The disk is full');
    expect([begun, ended]).toEqual([4, 4]);
  });

  it('reports objects that are missing in the source', async () => {
    expect(await backUp(['a/1', 'a/9'])).toMatchObject({
      copied: 1,
      missing: ['a/9'],
      lost: ['a/9'],
      listed: [{ key: 'a/1' }],
    });
  });

  it('keeps the copy of an object that the source has lost', async () => {
    const { listed } = await backUp(['a/1', 'a/2']);
    await live.delete('a/1');
    expect(await backUp(['a/1', 'a/2'], listed)).toEqual({ copied: 0, missing: ['a/1'], lost: [], listed });
  });

  it('restores missing and changed objects and leaves intact ones alone', async () => {
    const { listed } = await backUp(['a/1', 'a/2', 'b/3']);
    await live.delete('a/1');
    await live.delete('a/2');
    await live.put('a/2', bytes('TWO'));
    expect((await findDamagedObjects(listed, live)).sort()).toEqual(['a/1', 'a/2']);
    expect(await restoreObjects(listed, backup, live)).toEqual({ copied: 2 });
    expect(await findDamagedObjects(listed, live)).toEqual([]);
  });

  it('refuses to restore an object whose bytes differ from its hash', async () => {
    const { listed } = await backUp(['a/1']);
    await backup.delete('a/1');
    await backup.put('a/1', bytes('0ne'));
    await live.delete('a/1');
    await expect(restoreObjects(listed, backup, live)).rejects.toThrow('a/1');
    expect(await findDamagedObjects(listed, backup)).toEqual(['a/1']);
  });
});
