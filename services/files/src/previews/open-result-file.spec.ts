import { link, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { openResultFile } from './open-result-file.js';

describe('openResultFile', () => {
  let folder: TemporaryFolder;
  let secret: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    secret = join(folder.path, 'secret');
    await writeFile(secret, 'key');
  });

  afterEach(() => folder.remove());

  it('opens a regular file', async () => {
    await using file = await openResultFile(secret);
    await expect(file.readFile('utf8')).resolves.toBe('key');
  });

  it.each([
    ['a symbolic link', symlink],
    ['a hard link', link],
  ])('refuses %s', async (_kind, create) => {
    const path = join(folder.path, 'thumbnail.webp');
    await create(secret, path);
    await expect(openResultFile(path)).rejects.toThrow();
  });

  it('refuses a folder', async () => {
    await expect(openResultFile(folder.path)).rejects.toThrow();
  });
});
