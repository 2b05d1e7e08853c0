import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { AppError } from '@waybill/contracts';
import { describeOnSmallDisk, eventually, SmallDisk } from '@waybill/testing';
import { MEBIBYTE, inChunks, keysOf, expectNoTrace } from '../contract/contract-case.js';
import { FilesystemObjectStore } from './filesystem-object-store.js';

const LONG_AFTER = new Date('2100-01-01T00:00:00Z');

/** Resolves `.js` imports to the `.ts` sources, so that Node can run them. */
const typescriptLoader = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      try {
        return next(name, context);
      } catch (error) {
        if (!name.endsWith('.js')) throw error;
        return next(name.replace(/js$/, 'ts'), context);
      }
    },
  });`;

/** Endlessly puts four objects at a time and prints the key of each stored one. The key determines the content. */
const putForEver = `
  import { randomBytes, createHash } from 'node:crypto';
  const { FilesystemObjectStore } = await import(process.argv[1]);
  const store = new FilesystemObjectStore(process.argv[2]);
  async function* chunksOf(bytes) {
    for (let start = 0; start < bytes.length; start += 65536) {
      await new Promise(setImmediate);
      yield bytes.subarray(start, start + 65536);
    }
  }
  async function work() {
    for (;;) {
      const bytes = randomBytes(1 + Math.floor(Math.random() * 3_000_000));
      const key = createHash('sha256').update(bytes).digest('hex');
      await store.put(key, chunksOf(bytes));
      process.stdout.write(key + '\\n');
    }
  }
  async function* neverEnding() {
    for (let n = 0; ; n++) {
      if (n === 40) process.stdout.write('stalled\\n');
      if (n >= 40) await new Promise(() => setInterval(() => undefined, 1000));
      yield randomBytes(65536);
    }
  }
  await Promise.all([work(), work(), work(), work(), store.put('never-ending', neverEnding())]);`;

function startPutting(root: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const adapter = pathToFileURL(join(__dirname, 'filesystem-object-store.ts')).href;
  const child = spawn(
    process.execPath,
    [
      '--conditions=@waybill/source',
      '--experimental-transform-types',
      '--disable-warning=ExperimentalWarning',
      `--import=data:text/javascript,${encodeURIComponent(typescriptLoader)}`,
      '--input-type=module',
      '--eval',
      putForEver,
      adapter,
      root,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return child;
}

describe('FilesystemObjectStore in a killed process', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-crash-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it('keeps every acknowledged object complete, shows no partial one, and cleans up the rest', async () => {
    const acknowledged = new Set<string>();
    for (const enough of [3, 8, 15, 25]) {
      const child = startPutting(root);
      const exited = once(child, 'exit');
      let stalled = false;
      for await (const line of createInterface(child.stdout)) {
        if (line === 'stalled') stalled = true;
        else acknowledged.add(line);
        if (stalled && acknowledged.size >= enough) child.kill('SIGKILL');
      }
      expect(await exited).toEqual([null, 'SIGKILL']);

      const store = new FilesystemObjectStore(root);
      const kept = await keysOf(store);
      expect([...acknowledged].filter((key) => !kept.includes(key))).toEqual([]);
      for (const key of kept) {
        const content = await buffer(await store.get(key));
        expect(createHash('sha256').update(content).digest('hex')).toBe(key);
      }
      expect(await store.removeUnfinished(LONG_AFTER)).toBeGreaterThanOrEqual(1);
      expect(await readdir(join(root, 'unfinished'))).toEqual([]);
      expect(await keysOf(store)).toEqual(kept);
    }
  });
});

describeOnSmallDisk('FilesystemObjectStore on a full disk', () => {
  let disk: SmallDisk;

  beforeEach(() => {
    disk = SmallDisk.mount(8);
  });

  afterEach(() => disk.unmount());

  it('rejects with server.storage-full, stores nothing partial, and recovers once there is room', async () => {
    const store = new FilesystemObjectStore(disk.path);
    const fits = randomBytes(5 * MEBIBYTE);
    const failure = await store
      .put('large', inChunks(randomBytes(20 * MEBIBYTE), 65_536))
      .catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(AppError);
    expect((failure as AppError).code).toBe('server.storage-full');
    await expectNoTrace(store, 'large');
    expect(await readdir(join(disk.path, 'unfinished'))).toEqual([]);

    await store.put('fits', inChunks(fits, 65_536));
    await expect(store.put('more', inChunks(fits, 65_536))).rejects.toThrow(AppError);
    expect((await buffer(await store.get('fits'))).equals(fits)).toBe(true);
    await store.delete('fits');
    await expect(store.put('more', inChunks(fits, 65_536))).resolves.toEqual({ size: fits.length });
  });

  it('keeps a twentieth of a small disk free by default', async () => {
    const { bavail, bsize, blocks } = await statfs(disk.path);
    const floor = (blocks * bsize) / 20;
    const store = new FilesystemObjectStore(disk.path, { minFreeBytes: 'automatic' });
    await store.put('fills', inChunks(randomBytes(bavail * bsize - floor - MEBIBYTE), MEBIBYTE));
    await eventually(() =>
      expect(store.put('one', inChunks(randomBytes(MEBIBYTE), 65_536))).resolves.toBeDefined(),
    );
    await eventually(() =>
      expect(store.put('more', inChunks(randomBytes(9), 9))).rejects.toMatchObject({
        code: 'server.storage-full',
      }),
    );
    await store.delete('fills');
    await store.delete('one');
  });

  it('refuses objects while less of the disk is free than its floor, also in the middle of one', async () => {
    const store = new FilesystemObjectStore(disk.path, { minFreeBytes: 4 * MEBIBYTE });
    const slowly = async function* (bytes: Buffer) {
      for await (const chunk of inChunks(bytes, MEBIBYTE)) {
        yield chunk;
        await setTimeout(100);
      }
    };
    const full = { code: 'server.storage-full' };
    await expect(store.put('large', slowly(randomBytes(8 * MEBIBYTE)))).rejects.toMatchObject(full);
    await expectNoTrace(store, 'large');
    await store.put('fits', inChunks(randomBytes(3 * MEBIBYTE), 65_536));
    await eventually(() =>
      expect(store.put('more', inChunks(randomBytes(2 * MEBIBYTE), 65_536))).resolves.toBeDefined(),
    );
    await eventually(() =>
      expect(store.put('little', inChunks(randomBytes(9), 9))).rejects.toMatchObject(full),
    );
    await expect(store.append('part', null, inChunks(randomBytes(9), 9))).rejects.toMatchObject(full);
    await store.delete('fits');
    await eventually(() => expect(store.put('little', inChunks(randomBytes(9), 9))).resolves.toBeDefined());
  });
});
