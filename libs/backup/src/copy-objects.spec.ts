import { FilesystemObjectStore } from '@waybill/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectObjects, damagedObjects, type KeptObject, returnObjects } from './copy-objects.js';

describe('objects of a backup', () => {
  let folder: string;
  let live: FilesystemObjectStore;
  let kept: FilesystemObjectStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
    live = new FilesystemObjectStore(join(folder, 'live'));
    kept = new FilesystemObjectStore(join(folder, 'kept'));
    for (const [key, text] of Object.entries({ 'a/1': 'one', 'a/2': 'two', 'b/3': '' })) {
      await live.put(key, bytes(text));
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const bytes = async function* (text: string) {
    yield await Promise.resolve(Buffer.from(text));
  };
  const collect = async (keys: string[], known: KeptObject[] = []) => {
    const listed: KeptObject[] = [];
    const list = new Map(known.map((object) => [object.key, object]));
    const result = await collectObjects(keys, live, kept, list, (object) => listed.push(object));
    return { ...result, listed: listed.sort((one, other) => one.key.localeCompare(other.key)) };
  };

  it('are copied once, and listed each time with the same hashes', async () => {
    const first = await collect(['a/1', 'a/2', 'b/3']);
    expect(first).toMatchObject({ copied: 3, lost: [] });
    expect(first.listed[0]).toEqual({
      key: 'a/1',
      size: 3,
      sha256: '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    });
    expect(await collect(['a/1', 'a/2', 'b/3'], first.listed)).toEqual({ ...first, copied: 0 });
    expect(await collect(['a/1', 'a/2', 'b/3'])).toEqual({ ...first, copied: 0 });
  });

  it('are copied again where what is there was cut off', async () => {
    await kept.put('a/1', bytes('on'));
    expect(await collect(['a/1'])).toMatchObject({ copied: 1, listed: [{ size: 3 }] });
  });

  it('are told as lost when they went meanwhile', async () => {
    expect(await collect(['a/1', 'a/9'])).toMatchObject({
      copied: 1,
      lost: ['a/9'],
      listed: [{ key: 'a/1' }],
    });
  });

  it('come back as they were, over what is otherwise, and what is there is left alone', async () => {
    const { listed } = await collect(['a/1', 'a/2', 'b/3']);
    await live.delete('a/1');
    await live.delete('a/2');
    await live.put('a/2', bytes('TWO'));
    expect((await damagedObjects(listed, live)).sort()).toEqual(['a/1', 'a/2']);
    expect(await returnObjects(listed, kept, live)).toEqual({ copied: 2 });
    expect(await damagedObjects(listed, live)).toEqual([]);
  });

  it('do not come back unnoticed when the backup holds other bytes than were listed', async () => {
    const { listed } = await collect(['a/1']);
    await kept.delete('a/1');
    await kept.put('a/1', bytes('0ne'));
    await live.delete('a/1');
    await expect(returnObjects(listed, kept, live)).rejects.toThrow('a/1');
    expect(await damagedObjects(listed, kept)).toEqual(['a/1']);
  });
});
