import { mkdtemp, mkdir, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { objectStoreContract } from '../object-store.contract.js';
import { ObjectNotFoundError } from '../object-store.js';
import { FilesystemObjectStore } from './filesystem-object-store.js';

async function* of(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('FilesystemObjectStore', () => {
  let folder: string;
  let root: string;
  let store: FilesystemObjectStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-objects-'));
    root = join(folder, 'deep', 'down');
    store = new FilesystemObjectStore(root);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each(objectStoreContract)('$name', ({ run }) => run(store));

  async function filesBelow(path: string): Promise<string[]> {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  it('makes files and folders unreadable for other users', async () => {
    await store.put('secret/plan', of('hello'));
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777).toBe(entry.isFile() ? 0o600 : 0o700);
    }
  });

  it('spreads objects over many folders', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => store.put(`one-prefix/${n}`, of('x'))));
    const folders = await readdir(join(root, 'objects'));
    expect(folders.length).toBeGreaterThan(150);
    expect(folders.every((name) => /^[0-9a-f]{3}$/.test(name))).toBe(true);
  });

  it('stores the same bytes with sync off', async () => {
    const hasty = new FilesystemObjectStore(root, { sync: false });
    await hasty.put('a', of('hel', 'lo'));
    expect(String(await buffer(await hasty.get('a')))).toBe('hello');
  });

  it('keeps the bytes of an append when an older one, whose client and lease were lost, ends after it', async () => {
    let receives: () => void = () => undefined;
    const received = new Promise<void>((resolve) => (receives = resolve));
    const client = new AbortController();
    async function* silent() {
      yield Buffer.from('old');
      receives();
      await new Promise(() => undefined);
    }
    const older = store.append('file', null, silent(), { signal: client.signal }).catch(() => 'refused');
    await received;
    const state = await store.append('file', null, of('hello '));
    client.abort();
    expect(await older).toBe('refused');
    await store.append('file', state, of('world'), { completes: () => true });
    expect(String(await buffer(await store.get('file')))).toBe('hello world');
  });

  it('finds objects of an earlier process', async () => {
    await store.put('before/restart', of('hello'));
    const later = new FilesystemObjectStore(root);
    expect(String(await buffer(await later.get('before/restart')))).toBe('hello');
  });

  it('frees written chunks immediately', async () => {
    const chunks = [1, 2, 3].map((n) => Buffer.allocUnsafeSlow(1024 * 1024).fill(n));
    const kept = Buffer.concat(chunks);
    await store.put('large', Readable.from(chunks));
    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
    expect((await buffer(await store.get('large'))).equals(kept)).toBe(true);
  });

  it('reads no bytes of an object that was replaced or deleted a moment after it was read', async () => {
    const bytes = () => store.withBytes('a', { start: 0, end: 4 }, (read) => Buffer.from(read));
    await store.put('a', of('hello'));
    expect((await bytes()).toString()).toBe('hello');
    await store.put('a', of('other'));
    expect((await bytes()).toString()).toBe('other');
    await store.delete('a');
    await expect(bytes()).rejects.toThrow(ObjectNotFoundError);
  });

  it('closes the body of an aborted put', async () => {
    const body = new Readable({ read: () => undefined });
    const controller = new AbortController();
    const putting = store.put('a', body, controller.signal);
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(putting).rejects.toThrow('enough');
    expect(body.destroyed).toBe(true);
  });

  it('removes old leftovers but not recent ones', async () => {
    await store.put('whole', of('hello'));
    for (const [name, day] of Object.entries({ old: '01', younger: '03' })) {
      const path = join(root, 'unfinished', name);
      await writeFile(path, 'half');
      await utimes(path, new Date(`2026-01-${day}`), new Date(`2026-01-${day}`));
    }
    expect(await store.removeUnfinished(new Date('2026-01-02'))).toBe(1);
    expect(await readdir(join(root, 'unfinished'))).toEqual(['younger']);
    expect(await store.stat('whole')).not.toBeNull();
  });

  it('removes the leftovers of puts of a killed process, and neither running puts nor the bytes of unfinished uploads', async () => {
    await store.removeInterruptedPuts();
    await store.append('resumable', null, of('hello'));
    const { promise: received, resolve: receives } = Promise.withResolvers<null>();
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<Buffer>();
    async function* slow() {
      yield Buffer.from('hel');
      receives(null);
      yield await rest;
    }
    const putting = store.put('slow', slow());
    await received;
    const left = join(root, 'unfinished', 'left');
    await writeFile(left, 'half');
    await store.removeInterruptedPuts();
    expect(await readdir(join(root, 'unfinished'))).not.toContain('left');
    expect(await readdir(join(root, 'appending'))).toEqual(['resumable']);
    sendRest(Buffer.from('lo'));
    await putting;
    expect(String(await buffer(await store.get('slow')))).toBe('hello');
  });

  it('does not list files that are not objects', async () => {
    await store.put('mine', of('hello'));
    await writeFile(join(root, 'objects', 'notes.txt'), 'x');
    await mkdir(join(root, 'objects', 'fff'), { recursive: true });
    await writeFile(join(root, 'objects', 'fff', 'Thumbs.db'), 'x');
    await writeFile(join(root, 'objects', 'fff', 'misplaced'), 'x');
    const keys = [];
    for await (const { key } of store.list('')) keys.push(key);
    expect(keys).toEqual(['mine']);
  });

  it('fails when its folder was removed, and does not create another', async () => {
    await store.put('a', of('hello'));
    await rename(root, `${root}-unmounted`);
    await expect(store.check()).rejects.toThrow('ENOENT');
    await expect(store.put('b', of('hello'))).rejects.toThrow('ENOENT');
    expect(await filesBelow(folder)).toHaveLength(1);
  });

  it('fails while its folder cannot be created, and works afterwards', async () => {
    await writeFile(join(folder, 'deep'), 'a file is in the way');
    await expect(store.check()).rejects.toThrow();
    await rm(join(folder, 'deep'));
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('leaves no file behind after a health check', async () => {
    await store.check();
    expect(await filesBelow(folder)).toEqual([]);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('closes its files, whether a stream is read to its end, given up or refused', async () => {
    async function openBelowRoot(): Promise<string[]> {
      const handles = await readdir('/proc/self/fd');
      const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
      return paths.filter((path) => path.startsWith(root));
    }
    await store.put('a', of('x'.repeat(3_000_000)));
    await buffer(await store.get('a'));
    await expect(store.get('a', { start: 3_000_000, end: 3_000_001 })).rejects.toThrow(RangeError);
    const givenUp = await Promise.all(Array.from({ length: 10 }, () => store.get('a')));
    expect(await openBelowRoot()).toHaveLength(10);
    const closed = givenUp.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
    for (const [n, stream] of givenUp.entries()) {
      // Destroy every other stream during a read.
      if (n % 2 === 0) stream.read();
      stream.destroy();
    }
    await Promise.all(closed);
    expect(await openBelowRoot()).toEqual([]);
  });
});
