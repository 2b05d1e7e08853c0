import { existsSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TempWorkspace } from './temp-workspace.js';

describe('the workshop', () => {
  const workshop = new TempWorkspace();

  it('lends a folder that nobody else can enter, and removes it even when the work fails', async () => {
    let lent = '';
    const work = workshop.withFolder(async (folder) => {
      lent = folder;
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      await writeFile(join(folder, 'plain'), 'secret');
      throw new Error('stumbled');
    });
    await expect(work).rejects.toThrow('stumbled');
    expect(existsSync(lent)).toBe(false);
  });

  it('removes folders that a killed worker left, and none that is in use', async () => {
    await workshop.withFolder(async (left) => {
      await workshop.withFolder(async (inUse) => {
        const hourAgo = new Date(Date.now() - 3_600_000);
        await utimes(left, hourAgo, hourAgo);
        await workshop.removeOlderThan(new Date(Date.now() - 600_000));
        expect(existsSync(left)).toBe(false);
        expect(existsSync(inUse)).toBe(true);
      });
    });
  });
});
