import fs, { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder } from './backup-folder.js';
import { OBJECT_LIST } from './object-list.js';

describe('a folder of backups', () => {
  let location: BackupFolder;
  beforeEach(async () => {
    location = new BackupFolder(await mkdtemp(join(tmpdir(), 'waybill-backup-')));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(location.name, { recursive: true });
  });

  async function backUp(createdAt: string): Promise<void> {
    const { name: state, folder } = await location.createState(new Date(createdAt));
    await writeFile(join(folder, OBJECT_LIST), '');
    const objects = { count: 0, bytes: 0 };
    await location.complete({
      createdAt,
      state,
      schemas: {},
      files: [],
      objects,
      rowsOnly: false,
      series: null,
      lost: [],
    });
  }

  it('lists no backup whose removal was interrupted, and removes the rest of it later', async () => {
    for (const day of [1, 2]) await backUp(`2026-01-0${day}T00:00:00.000Z`);
    const [newest, oldest] = await location.backups();
    jest.spyOn(fs, 'rm').mockImplementation(async (path, options) => {
      if (!options?.recursive) return fs.unlink(path);
      await fs.unlink(join(String(path), OBJECT_LIST));
      throw new Error('killed');
    });
    await expect(location.removeStatesBut([newest!])).rejects.toThrow('killed');
    jest.restoreAllMocks();
    expect(await location.backups()).toEqual([newest]);
    await location.removeStatesBut([newest!]);
    expect(await fs.readdir(location.name)).not.toContain(oldest!.state);
  });
});
