import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import {
  describeOnSmallDisk,
  describeWithServer,
  eventually,
  type S3Server,
  SmallDisk,
  startMinio,
  startMinioOn,
  startVersityGw,
} from '@waybill/testing';
import { Client } from 'minio';
import {
  MEBIBYTE,
  settleAll,
  contentOf,
  failingBody,
  inChunks,
  keysOf,
  expectNoTrace,
  stallingBody,
} from '../contract/contract-case.js';
import { startFailingProxy } from '../contract/failing-proxy.js';
import { objectStoreContract } from '../object-store.contract.js';
import { ObjectNotFoundError } from '../object-store.js';
import { MinioObjectStore } from './minio-object-store.js';
import { defaultTimeouts } from './minio-transport.js';

const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const LONG_AFTER = new Date('2100-01-01T00:00:00Z');
const LARGE = 12 * MEBIBYTE + 345;
/** MinIO delays a delete while the object is read; a short time-out keeps the contract case short. */
const timeouts = { ...defaultTimeouts, idle: 5000 };
const unavailable = expect.objectContaining({ code: 'server.unavailable' });

describe.each([
  ['MinIO', startMinio],
  ['Versity S3 Gateway', startVersityGw],
])('MinioObjectStore on %s', (name, start) => {
  describeWithServer(`MinioObjectStore on ${name}`, start, (server) => {
    it.each(objectStoreContract)('$name', ({ run }) => run(storeOn(server())));

    it('returns an object of several parts, and any range across them', async () => {
      const store = storeOn(server());
      const bytes = randomBytes(LARGE);
      expect(await store.put('large', inChunks(bytes, 100_000))).toEqual({ size: LARGE });
      expect(bytes.equals(await contentOf(store, 'large'))).toBe(true);
      const [start, end] = [5 * MEBIBYTE - 1, 10 * MEBIBYTE + 1];
      const got = await buffer(await store.get('large', { start, end }));
      expect(got.equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it('stores an object of exactly one part', async () => {
      const store = storeOn(server());
      const bytes = randomBytes(5 * MEBIBYTE);
      await store.put('part', inChunks(bytes, MEBIBYTE));
      expect(bytes.equals(await contentOf(store, 'part'))).toBe(true);
    });

    it('leaves no part behind when the body fails or the put is aborted', async () => {
      const store = storeOn(server());
      const failure = new Error('cut off');
      await expect(store.put('large', failingBody(randomBytes(LARGE), failure))).rejects.toBe(failure);
      await expectNoTrace(store, 'large');

      const { body, taken, release } = stallingBody(randomBytes(LARGE));
      const controller = new AbortController();
      const putting = store.put('large', body, controller.signal);
      await taken;
      controller.abort(failure);
      await expect(putting).rejects.toBe(failure);
      release();
      await expectNoTrace(store, 'large');
    });

    it('stores exactly one of several concurrent large puts of one key', async () => {
      const store = storeOn(server());
      const rivals = [1, 2, 3].map((n) => Buffer.alloc(LARGE + n, n));
      await settleAll(rivals.map((bytes) => store.put('contested', inChunks(bytes, MEBIBYTE))));
      const kept = await contentOf(store, 'contested');
      expect(rivals.some((bytes) => bytes.equals(kept))).toBe(true);
    });

    it('does not clean up its own running multipart upload', async () => {
      const store = storeOn(server());
      const { body, taken, release } = stallingBody(randomBytes(LARGE));
      const putting = store.put('slow', body);
      await taken;
      await expectNoTrace(store, 'slow').finally(release);
      expect(await putting).toEqual({ size: LARGE });
    });

    it('cleans up unfinished uploads of another process', async () => {
      const bucket = newBucket();
      const [store, other] = [storeOn(server(), { bucket }), storeOn(server(), { bucket })];
      const { body, taken, release } = stallingBody(randomBytes(LARGE));
      const putting = other.put('abandoned', body);
      await taken;
      expect(await store.removeUnfinished(LONG_AGO)).toBe(0);
      expect(await store.removeUnfinished(LONG_AFTER)).toBe(1);
      expect(await store.removeUnfinished(LONG_AFTER)).toBe(0);
      release();
      await expect(putting).rejects.toEqual(unavailable);
      await expectNoTrace(store, 'abandoned');
    });

    it('does not clean up a running upload of another process, however old', async () => {
      const bucket = newBucket();
      const [store, other] = [storeOn(server(), { bucket }), storeOn(server(), { bucket })];
      const began = Date.now();
      const { body, taken, release } = stallingBody(randomBytes(6 * MEBIBYTE));
      async function* slowly() {
        yield randomBytes(5 * MEBIBYTE);
        // Stores report times in whole seconds.
        await eventually(() => expect(Date.now()).toBeGreaterThan(began + 5000));
        yield* body;
      }
      const putting = other.put('slow', slowly());
      await taken;
      await eventually(async () => expect(await arrivedOf(server(), other, 'slow')).toBe(10 * MEBIBYTE));
      expect(await store.removeUnfinished(new Date(began + 3000))).toBe(0);
      release();
      expect(await putting).toEqual({ size: 11 * MEBIBYTE });
    });

    it('lists keys that look like numbers unchanged', async () => {
      const store = storeOn(server());
      for (const key of ['007', '0x1f', '12345678901234567890'])
        await store.put(key, inChunks(randomBytes(1), 1));
      expect(await keysOf(store)).toEqual(['007', '0x1f', '12345678901234567890']);
    });

    it('ignores foreign objects in the bucket', async () => {
      const bucket = newBucket();
      const store = storeOn(server(), { bucket });
      await store.check();
      await clientOf(server()).putObject(bucket, 'holiday.jpg', 'x');
      expect(await keysOf(store)).toEqual([]);
    });

    it('does not report objects as missing when the bucket is missing', async () => {
      const bucket = newBucket();
      const store = storeOn(server(), { bucket });
      await store.check();
      await clientOf(server()).removeBucket(bucket);
      await expect(store.check()).rejects.toEqual(unavailable);
      await expect(store.stat('a')).rejects.toEqual(unavailable);
      await expect(store.get('a')).rejects.toEqual(unavailable);
      await expect(store.put('a', inChunks(randomBytes(10), 10))).rejects.toEqual(unavailable);
      await expect(keysOf(store)).rejects.toEqual(unavailable);
    });

    it('fails with a wrong secret', async () => {
      const store = storeOn(server(), { secretKey: 'wrong-secret' });
      await expect(store.check()).rejects.toEqual(unavailable);
      await expect(store.put('a', inChunks(randomBytes(10), 10))).rejects.toEqual(unavailable);
    });

    it('fails soon while the server is down, and recovers', async () => {
      const store = storeOn(server());
      const bytes = randomBytes(LARGE);
      await store.put('kept', inChunks(bytes, MEBIBYTE));
      await server().kill();
      const began = Date.now();
      await expect(store.stat('kept')).rejects.toEqual(unavailable);
      await expect(store.check()).rejects.toEqual(unavailable);
      await expect(store.put('new', inChunks(bytes, MEBIBYTE))).rejects.toEqual(unavailable);
      expect(Date.now() - began).toBeLessThan(10_000);
      await server().restart();
      expect(bytes.equals(await contentOf(store, 'kept'))).toBe(true);
      await expect(store.get('new')).rejects.toThrow(ObjectNotFoundError);
    });

    it('rejects immediately when a part fails while the body is silent', async () => {
      const cut = await startFailingProxy(server().endpoint, /partNumber=/);
      const store = storeOn({ ...server(), endpoint: cut.endpoint });
      const { body, release } = stallingBody(randomBytes(6 * MEBIBYTE));
      await expect(store.put('cut', body)).rejects.toEqual(unavailable);
      release();
      expect(await unfinishedOf(server(), store, 'cut')).toEqual([]);
      await expectNoTrace(store, 'cut');
      cut.close();
    });

    it('leaves nothing of a put during which the server was killed, once its key is deleted', async () => {
      const store = storeOn(server());
      const { body, taken, release } = stallingBody(randomBytes(LARGE));
      const putting = store.put('cut', body);
      await taken;
      await server().kill();
      release();
      await expect(putting).rejects.toEqual(unavailable);
      await server().restart();
      expect(await store.stat('cut')).toBeNull();
      await store.delete('cut');
      expect(await unfinishedOf(server(), store, 'cut')).toEqual([]);
    });

    it('fails a stream when the server is killed, rather than ending it early', async () => {
      const store = storeOn(server());
      await store.put('long', inChunks(Buffer.alloc(64 * MEBIBYTE), MEBIBYTE));
      const stream = await store.get('long');
      await once(stream, 'readable');
      const cutOff = expect(finished(stream)).rejects.toEqual(unavailable);
      await server().kill();
      stream.resume();
      await cutOff;
      await server().restart();
    });
  });
});

describeOnSmallDisk('MinioObjectStore on a full store', () => {
  let disk: SmallDisk;
  let server: S3Server;

  beforeEach(async () => {
    disk = SmallDisk.mount(48);
    server = await startMinioOn(disk.path);
  });

  afterEach(async () => {
    await server.stop();
    disk.unmount();
  });

  it('rejects with server.storage-full, stores nothing partial, and recovers once there is room', async () => {
    const store = storeOn(server);
    const kept = new Map<string, Buffer>();
    const put = async (size: number) => {
      const [key, bytes] = [`object-${kept.size}`, randomBytes(size)];
      await store.put(key, inChunks(bytes, MEBIBYTE));
      kept.set(key, bytes);
    };
    // First objects of several parts, then of one request, until little room is left.
    for (const size of [LARGE, MEBIBYTE]) {
      const filling = (async () => {
        for (;;) await put(size);
      })();
      await expect(filling).rejects.toMatchObject({ code: 'server.storage-full' });
      expect(await store.stat(`object-${kept.size}`)).toBeNull();
      expect(await store.removeUnfinished(LONG_AFTER)).toBe(0);
    }
    expect((await keysOf(store)).toSorted()).toEqual([...kept.keys()].toSorted());
    for (const [key, bytes] of kept) expect(bytes.equals(await contentOf(store, key))).toBe(true);

    // MinIO checks its drive once a second, and frees a deleted object immediately only while the drive is full. So it may
    // keep all but the first.
    const fullAt = Date.now();
    await eventually(() => expect(Date.now()).toBeGreaterThan(fullAt + 1500));
    await store.delete('object-0');
    await eventually(() => put(6 * MEBIBYTE));
  });
});

function newBucket(): string {
  return `test-${randomUUID()}`;
}

function storeOn(server: S3Server, changes: { bucket?: string; secretKey?: string } = {}): TestStore {
  const { endpoint, region, accessKey, secretKey } = server;
  const options = {
    endpoint: new URL(endpoint),
    region,
    accessKey,
    secretKey,
    bucket: newBucket(),
    ...changes,
  };
  return Object.assign(new MinioObjectStore(options, timeouts), { bucket: options.bucket });
}

type TestStore = MinioObjectStore & { bucket: string };

function clientOf({ endpoint, region, accessKey, secretKey }: S3Server): Client {
  const { hostname, port } = new URL(endpoint);
  return new Client({ endPoint: hostname, port: Number(port), useSSL: false, region, accessKey, secretKey });
}

/** Lists by the full name of the object: after a restart MinIO finds no unfinished upload by a prefix. */
async function unfinishedOf(server: S3Server, { bucket }: TestStore, key: string): Promise<unknown[]> {
  const page = await clientOf(server).listIncompleteUploadsQuery(bucket, `objects/${key}`, '', '', '');
  return page.uploads;
}

/** Bytes of all uploaded parts. */
async function arrivedOf(server: S3Server, { bucket }: TestStore, key: string): Promise<number> {
  const uploads = clientOf(server).listIncompleteUploads(bucket, `objects/${key}`, true);
  for await (const { size } of uploads as AsyncIterable<{ size: number }>) return size;
  return 0;
}
