import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { describeWithServer, eventually, startMinio, startVersityGw } from '@waybill/testing';
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
import { arrivedOf, clientOf, newBucket, storeOn, unfinishedOf } from './testing/s3-test-store.js';
import { objectStoreContract } from '../object-store.contract.js';
import { ObjectNotFoundError } from '../object-store.js';
import { MAX_PARTS, PART_SIZE } from '../s3-options.js';

const LONG_AGO = new Date('2000-01-01T00:00:00Z');
const LONG_AFTER = new Date('2100-01-01T00:00:00Z');
const LARGE = 12 * MEBIBYTE + 345;
const unavailable = expect.objectContaining({ code: 'server.unavailable' });

describe.each([
  ['MinIO', startMinio],
  ['Versity S3 Gateway', startVersityGw],
])('MinioObjectStore on %s', (name, start) => {
  describeWithServer(`MinioObjectStore on ${name}`, start, (server) => {
    // Store all parts in files, because the contract limits the memory of a put.
    it.each(objectStoreContract)('$name', ({ run }) => run(storeOn(server(), { partMemory: 0 })));

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

    it('sends larger parts when the announced size needs more parts than S3 allows', async () => {
      const store = storeOn(server());
      const bytes = randomBytes(12 * MEBIBYTE);
      await store.put('announced', inChunks(bytes, MEBIBYTE), undefined, MAX_PARTS * PART_SIZE + 1);
      expect(bytes.equals(await contentOf(store, 'announced'))).toBe(true);
      // S3 ends the entity tag with the number of parts.
      expect((await clientOf(server()).statObject(store.bucket, 'objects/announced')).etag).toMatch(/-2$/);
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

    it.each([
      ['memory', 20 * MEBIBYTE],
      ['files', 0],
    ])(
      'leaves no part behind that was being sent when its put was aborted, with parts in %s',
      async (_, partMemory) => {
        const store = storeOn(server(), { partMemory });
        const reason = new Error('cut off');
        for (let aborted = 6; aborted < 12; aborted++) {
          const controller = new AbortController();
          async function* body() {
            let sent = 0;
            for await (const chunk of inChunks(randomBytes(LARGE), MEBIBYTE)) {
              if (++sent === aborted) controller.abort(reason);
              yield chunk;
            }
          }
          await expect(store.put('cut', body(), controller.signal)).rejects.toBe(reason);
        }
        await expectNoTrace(store, 'cut');
      },
    );

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

    it('does not clean up an old incomplete object after an append that was shorter than a chunk', async () => {
      const store = storeOn(server());
      const bytes = randomBytes(6 * MEBIBYTE);
      const old = await store.append('grown', null, inChunks(bytes.subarray(0, 5 * MEBIBYTE), MEBIBYTE));
      const began = Date.now();
      // Stores report times in whole seconds.
      await eventually(() => expect(Date.now()).toBeGreaterThan(began + 3000));
      // The encryption keeps the bytes of a chunk that is not full elsewhere, and passes none of them.
      const recent = await store.append('grown', old, inChunks(Buffer.alloc(0), 1));
      expect(await store.removeUnfinished(new Date(began + 1500))).toBe(0);
      const rest = inChunks(bytes.subarray(5 * MEBIBYTE), MEBIBYTE);
      expect(await store.append('grown', recent, rest, { completes: () => true })).toBeNull();
      expect(bytes.equals(await contentOf(store, 'grown'))).toBe(true);
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

    it('leaves no part behind when a first append fails before anything of it was saved', async () => {
      const store = storeOn(server());
      const failure = new Error('wrong checksum');
      const body = failingBody(randomBytes(LARGE), failure);
      await expect(store.append('refused', null, body, {})).rejects.toBe(failure);
      expect(await unfinishedOf(server(), store, 'refused')).toEqual([]);
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
