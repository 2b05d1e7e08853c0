import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { TempWorkspace } from './temp-workspace.js';

const HOUR_AGO = new Date(Date.now() - 3_600_000);
const TEN_MINUTES_AGO = new Date(Date.now() - 600_000);

describe('TempWorkspace', () => {
  let parent: TemporaryFolder;
  let workspace: TempWorkspace;

  beforeEach(async () => {
    parent = await temporaryFolder();
    workspace = new TempWorkspace(parent.path);
  });

  afterEach(() => parent.remove());

  it('provides a folder for this user alone, and removes it even when the work fails', async () => {
    let provided = '';
    const work = workspace.withFolder(async (folder) => {
      provided = folder;
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(dirname(folder)).mode & 0o666).toBe(0o600);
      await writeFile(join(folder, 'plain'), 'secret');
      throw new Error('failed');
    });
    await expect(work).rejects.toThrow('failed');
    expect(existsSync(provided)).toBe(false);
  });

  it('removes folders of killed workers, and none that is in use', async () => {
    const other = new TempWorkspace(parent.path);
    await other.withFolder(async (left) => {
      await workspace.withFolder(async (inUse) => {
        await utimes(left, HOUR_AGO, HOUR_AGO);
        await workspace.removeOlderThan(TEN_MINUTES_AGO);
        expect(existsSync(left)).toBe(false);
        expect(existsSync(inUse)).toBe(true);
      });
    });
  });

  it('does not use a folder that another user has made before', async () => {
    const prepared = join(parent.path, 'waybill-previews');
    await mkdir(prepared);
    await chmod(prepared, 0o777);
    await workspace.withFolder((folder) => {
      expect(dirname(folder)).not.toBe(prepared);
      return Promise.resolve();
    });
  });

  it.each(['waybill-previews', 'waybill-previews-a'])(
    'removes nothing behind a symbolic link at %s',
    async (name) => {
      const target = join(parent.path, 'data');
      await mkdir(join(target, 'keys'), { recursive: true });
      await utimes(join(target, 'keys'), HOUR_AGO, HOUR_AGO);
      await symlink(target, join(parent.path, name));
      await workspace.removeOlderThan(TEN_MINUTES_AGO);
      expect(await readdir(target)).toEqual(['keys']);
    },
  );

  it('removes nothing from a folder that other users can write to', async () => {
    const shared = join(parent.path, 'waybill-previews-a');
    await mkdir(join(shared, 'preview-b'), { recursive: true });
    await chmod(shared, 0o777);
    await utimes(join(shared, 'preview-b'), HOUR_AGO, HOUR_AGO);
    await workspace.removeOlderThan(TEN_MINUTES_AGO);
    expect(await readdir(shared)).toEqual(['preview-b']);
  });
});
