import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { type ByteRange, ObjectNotFoundError, type ObjectStore } from '../object-store.js';
import { type ContractCase, MEBIBYTE, settleAll, inChunks } from './contract-case.js';
import { heldBytes } from './held-bytes.js';

function bytesOf(store: ObjectStore, key: string, range: ByteRange): Promise<Buffer> {
  return store.withBytes(key, range, (bytes) => Buffer.from(bytes));
}

/** Guarantees about reading. */
export const readingContract: readonly ContractCase[] = [
  {
    name: 'reads exactly the requested range, at every edge',
    async run(store) {
      const bytes = randomBytes(2 * MEBIBYTE + 10);
      await store.put('ranged', inChunks(bytes, 65_536));
      const last = bytes.length - 1;
      const edges = [0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 2 * MEBIBYTE, last - 1, last];
      for (const start of edges) {
        for (const end of [...edges, last + 1, last + MEBIBYTE]) {
          if (end < start) continue;
          const got = await buffer(await store.get('ranged', { start, end }));
          ok(got.equals(bytes.subarray(start, end + 1)), `bytes ${start} to ${end}`);
        }
      }
    },
  },
  {
    name: 'reads a few bytes at once, up to the last one',
    async run(store) {
      const bytes = randomBytes(100);
      await store.put('few', inChunks(bytes, 10));
      ok((await bytesOf(store, 'few', { start: 0, end: 99 })).equals(bytes));
      ok((await bytesOf(store, 'few', { start: 20, end: 29 })).equals(bytes.subarray(20, 30)));
      ok((await bytesOf(store, 'few', { start: 90, end: 200 })).equals(bytes.subarray(90)));
      await rejects(bytesOf(store, 'few', { start: 100, end: 200 }), RangeError);
      await rejects(bytesOf(store, 'missing', { start: 0, end: 1 }), ObjectNotFoundError);
    },
  },
  {
    name: 'reads a few bytes of the new object after a replacement, and none after a deletion',
    async run(store) {
      const range = { start: 0, end: 9 };
      for (const byte of [1, 2]) {
        await store.put('few', inChunks(Buffer.alloc(10, byte), 10));
        deepEqual(await bytesOf(store, 'few', range), Buffer.alloc(10, byte));
      }
      await store.delete('few');
      await rejects(bytesOf(store, 'few', range), ObjectNotFoundError);
      await store.append('few', null, inChunks(Buffer.alloc(10, 3), 10), { completes: () => true });
      deepEqual(await bytesOf(store, 'few', range), Buffer.alloc(10, 3));
    },
  },
  {
    name: 'refuses a range that starts beyond the last byte',
    async run(store) {
      await store.put('ten', inChunks(randomBytes(10), 10));
      await store.put('none', inChunks(Buffer.alloc(0), 1));
      await rejects(store.get('ten', { start: 10, end: 20 }), RangeError);
      await rejects(store.get('none', { start: 0, end: 0 }), RangeError);
    },
  },
  {
    name: 'reports a missing object as missing',
    async run(store) {
      await rejects(store.get('missing'), ObjectNotFoundError);
      await rejects(store.get('missing', { start: 0, end: 1 }), ObjectNotFoundError);
      equal(await store.stat('missing'), null);
    },
  },
  {
    name: 'never ends early without an error when an object is deleted while it is read',
    async run(store) {
      const bytes = randomBytes(8 * MEBIBYTE);
      await store.put('vanishing', inChunks(bytes, 65_536));
      const pieces: Uint8Array[] = [];
      try {
        for await (const piece of await store.get('vanishing')) {
          if (pieces.length === 0) await store.delete('vanishing');
          pieces.push(piece as Uint8Array);
        }
      } catch {
        return;
      }
      ok(bytes.equals(Buffer.concat(pieces)));
    },
  },
  {
    name: 'streams 200 MiB in both directions with less than 8 MiB of memory',
    async run(store) {
      const before = heldBytes();
      const limit = 8 * MEBIBYTE;
      let most = 0;
      const measure = (moved: number): void => {
        if (most < limit && moved % (32 * MEBIBYTE) < 65_536)
          most = Math.max(most, heldBytes(before + limit - 1) - before);
      };
      const size = 200 * MEBIBYTE;
      async function* body(): AsyncGenerator<Buffer> {
        for (let moved = 0; moved < size; moved += 65_536) {
          await setImmediate();
          measure(moved);
          yield Buffer.alloc(65_536, 7);
        }
      }
      await store.put('large', body());
      let moved = 0;
      for await (const piece of await store.get('large')) {
        moved += (piece as Buffer).length;
        measure(moved);
      }
      equal(moved, size);
      ok(most < limit, `${most} bytes were held at once`);
    },
  },
  {
    name: 'holds at most 2.5 MiB for a reader that stops reading',
    async run(store) {
      await store.put('slowly', inChunks(Buffer.alloc(16 * MEBIBYTE, 7), MEBIBYTE));
      const before = heldBytes();
      const readers = await settleAll(
        Array.from({ length: 20 }, async () => {
          const stream = await store.get('slowly');
          const reader = stream[Symbol.asyncIterator]();
          await reader.next();
          return stream;
        }),
      );
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      const limit = readers.length * 2.5 * MEBIBYTE;
      const held = heldBytes(before + limit - 1) - before;
      for (const stream of readers) stream.destroy();
      ok(held < limit, `${held} bytes were held`);
    },
  },
];
