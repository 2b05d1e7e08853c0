import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest, writeManifest } from './manifest.js';

const manifest = {
  createdAt: '2026-01-02T03:04:05.678Z',
  state: 'state-2026-01-02t03-04-05-678z',
  schemas: {
    files: { migrations: ['First1'], tables: [{ name: 'files', columns: ['id'], rows: 2 }], sequences: {} },
  },
  files: [{ path: 'secrets.json', size: 3, sha256: 'ab' }],
  objects: { count: 1, bytes: 2 },
  rowsOnly: false,
  series: '0b7d1c1e-0000-4000-8000-000000000001',
  lost: [],
};

describe('manifest', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('replaces the previous manifest, readable by the owner only', async () => {
    await writeManifest(folder, { ...manifest, lost: ['a'] });
    await writeManifest(folder, manifest);
    expect(await readManifest(folder)).toEqual({ format: 1, ...manifest });
    expect(await readdir(folder)).toEqual(['manifest.json']);
    expect((await stat(join(folder, 'manifest.json'))).mode & 0o777).toBe(0o600);
  });

  it('a manifest of an earlier version is read, and has no series', async () => {
    const text = JSON.stringify({ format: 1, ...manifest, series: undefined });
    await writeFile(join(folder, 'manifest.json'), text);
    expect(await readManifest(folder)).toEqual({ format: 1, ...manifest, series: null });
  });

  it('a backup has no manifest before it was made, and none when it was interrupted', async () => {
    expect(await readManifest(folder)).toBeNull();
    await writeFile(join(folder, '.manifest.json.draft'), '{}');
    expect(await readManifest(folder)).toBeNull();
  });

  it.each([
    ['cut off', JSON.stringify({ format: 1, ...manifest }).slice(0, -9)],
    ['of another format', JSON.stringify({ format: 2, ...manifest })],
    ['pointing out of its folder', JSON.stringify({ format: 1, ...manifest, state: 'state-../../etc' })],
  ])('a manifest is refused with one sentence when it is %s', async (_, text) => {
    await writeFile(join(folder, 'manifest.json'), text);
    await expect(readManifest(folder)).rejects.toThrow('is damaged, or of a newer Waybill than this.');
  });
});
