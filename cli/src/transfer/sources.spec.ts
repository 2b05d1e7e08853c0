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

  it('gives files of the same name from several folders a path of their own each', async () => {
    const paths = ['may/report.pdf', 'june/report.pdf', 'july/report.pdf', 'june/notes'];
    for (const path of paths) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), '');
    }
    const { files } = await findSources(paths.map((path) => join(folder, path)));
    expect(files.map(({ name, relativePath }) => ({ name, relativePath }))).toEqual([
      { name: 'report.pdf', relativePath: 'report.pdf' },
      { name: 'report.pdf', relativePath: 'report (2).pdf' },
      { name: 'report.pdf', relativePath: 'report (3).pdf' },
      { name: 'notes', relativePath: 'notes' },
    ]);
  });

  it('gives folders of the same name paths of their own for their files', async () => {
    for (const path of ['may/scans', 'june/scans', 'june/scans/old.d']) {
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(join(folder, path, 'page'), '');
    }
    const { files } = await findSources([join(folder, 'may/scans'), join(folder, 'june/scans')]);
    expect(files.map(({ relativePath }) => relativePath)).toEqual([
      'scans/page',
      'scans (2)/old.d/page',
      'scans (2)/page',
    ]);
  });

  it('gives two names of a folder that are one when normalised a path of their own each', async () => {
    for (const form of ['NFC', 'NFD']) await writeFile(join(folder, 'é.txt'.normalize(form)), form);
    const { files } = await findSources([folder]);
    expect(files.map(({ relativePath }) => relativePath)).toEqual(
      ['é.txt', 'é (2).txt'].map((name) => name.normalize('NFC')),
    );
  });

  it('says of a missing file why an argument cannot name it when its name is not UTF-8', async () => {
    const path = join(folder, 'bad\uFFFD.txt');
    await expect(findSources([path])).rejects.toThrow(
      `There is no ${path}. A name with bytes that are not UTF-8 can only be sent with its folder.`,
    );
  });

  it('refuses folders without files', async () => {
    const folders = ['may', 'june'].map((name) => join(folder, name));
    for (const path of folders) await mkdir(path);
    await expect(findSources(folders)).rejects.toThrow(`There are no files in ${folders.join(', ')}`);
  });

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
