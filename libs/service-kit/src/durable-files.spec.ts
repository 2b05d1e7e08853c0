import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from './durable-files.js';

describe('replaceFile', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-durable-'));
    path = join(folder, 'keys.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('overwrites the file and a leftover draft, readable by the owner only', async () => {
    await writeFile(path, 'the former, which is longer');
    await writeFile(join(folder, '.keys.json.draft'), 'half of an interrupted write', { mode: 0o600 });
    await replaceFile(path, 'the new');
    expect(await readFile(path, 'utf8')).toBe('the new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('keeps the old file when the new one cannot be written', async () => {
    await writeFile(path, 'the former');
    await mkdir(join(folder, '.keys.json.draft'));
    await expect(replaceFile(path, 'the new')).rejects.toThrow('EISDIR');
    expect(await readFile(path, 'utf8')).toBe('the former');
  });
});
