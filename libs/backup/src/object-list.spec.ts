import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectListWriter, readObjectList } from './object-list.js';

const object = { key: 'a/1', size: 3, sha256: '7692c3ad' };

describe('the list of objects of a backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has each object in a line of its own, and counts them with their bytes', async () => {
    const path = join(folder, 'objects.jsonl');
    const list = await ObjectListWriter.create(path);
    for (const key of ['a/1', 'a/2']) list.add({ ...object, key });
    expect(await list.end()).toEqual({ count: 2, bytes: 6 });
    expect(await readObjectList(path)).toEqual([object, { ...object, key: 'a/2' }]);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('fails at its end, and not before, when the disk is full', async () => {
    const path = join(folder, 'objects.jsonl');
    await symlink('/dev/full', path);
    const uncaught = jest.fn();
    process.on('uncaughtExceptionMonitor', uncaught);
    const list = await ObjectListWriter.create(path);
    list.add(object);
    // Let the write fail before the end.
    for (let n = 0; n < 100; n++) await stat(folder);
    await expect(list.end()).rejects.toThrow('ENOSPC');
    process.off('uncaughtExceptionMonitor', uncaught);
    expect(uncaught).not.toHaveBeenCalled();
  });
});
