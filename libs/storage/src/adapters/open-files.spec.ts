import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenFiles } from './open-files.js';

describe('OpenFiles', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-open-files-'));
    path = join(folder, 'a');
    await writeFile(path, 'hello');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Resolves once the descriptor is closed. */
  async function closed(descriptor: number): Promise<void> {
    while (isOpen(descriptor)) await new Promise((resolve) => setImmediate(resolve));
  }

  function isOpen(descriptor: number): boolean {
    try {
      fs.fstatSync(descriptor);
      return true;
    } catch {
      return false;
    }
  }

  const same = (descriptor: number) => Promise.resolve(descriptor);

  it('opens a file once for readers of the same moment', async () => {
    const files = new OpenFiles({ ttlMs: 60_000 });
    const [first, second] = await Promise.all([files.read(path, same), files.read(path, same)]);
    expect(second).toBe(first);
    expect(await files.read(path, same)).toBe(first);
    expect(isOpen(first)).toBe(true);
    files.invalidate(path);
    await closed(first);
  });

  it('sees bytes that were changed in place', async () => {
    const files = new OpenFiles({ ttlMs: 60_000 });
    const text = () =>
      files.read(path, (descriptor) => {
        const bytes = Buffer.alloc(5);
        fs.readSync(descriptor, bytes, 0, 5, 0);
        return Promise.resolve(bytes.toString());
      });
    expect(await text()).toBe('hello');
    await writeFile(path, 'other', { flag: 'r+' });
    expect(await text()).toBe('other');
    files.invalidate(path);
  });

  it('closes a file after its time, without a further call', async () => {
    const files = new OpenFiles({ ttlMs: 1 });
    await closed(await files.read(path, same));
  });

  it('closes an invalidated file only after its last reader', async () => {
    const files = new OpenFiles({ ttlMs: 60_000 });
    const descriptor = await files.read(path, same);
    let finish: () => void = () => undefined;
    const reading = files.read(path, () => new Promise<void>((resolve) => (finish = resolve)));
    await new Promise((resolve) => setImmediate(resolve));
    files.invalidate(path);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOpen(descriptor)).toBe(true);
    finish();
    await reading;
    await closed(descriptor);
  });

  it('keeps no more files open than its limit', async () => {
    const files = new OpenFiles({ ttlMs: 60_000, max: 2 });
    const paths = ['b', 'c', 'd'].map((name) => join(folder, name));
    const descriptors: number[] = [];
    for (const other of paths) {
      await writeFile(other, 'x');
      descriptors.push(await files.read(other, same));
    }
    await closed(descriptors[0]!);
    for (const other of paths) files.invalidate(other);
    await Promise.all(descriptors.map(closed));
  });

  it('does not remember a file that could not be opened', async () => {
    const files = new OpenFiles({ ttlMs: 60_000 });
    const later = join(folder, 'later');
    await expect(files.read(later, same)).rejects.toThrow('ENOENT');
    await writeFile(later, 'x');
    const descriptor = await files.read(later, same);
    files.invalidate(later);
    await closed(descriptor);
  });
});
