import fs, { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { findSources } from './sources.js';

describe('findSources', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-sources-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('names a subfolder that cannot be read', async () => {
    await mkdir(join(folder, 'private'));
    await writeFile(join(folder, 'a.txt'), '');
    const { readdir } = fs;
    // Simulate the missing permission: root may read every folder.
    const spy = jest.spyOn(fs, 'readdir').mockImplementation((...args: unknown[]) => {
      if (String(args[0]).endsWith('private'))
        return Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'scandir' }));
      return (readdir as (...all: unknown[]) => Promise<never>)(...args);
    });
    const error: unknown = await findSources([folder]).catch((failure: unknown) => failure);
    spy.mockRestore();
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toBe(`${join(folder, 'private')} cannot be read: EACCES`);
  });
});
