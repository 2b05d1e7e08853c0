import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type ContractCase,
  settleAll,
  MEBIBYTE,
  contentOf,
  failingBody,
  inChunks,
  sameError,
  keysOf,
  expectNoTrace,
  stallingBody,
} from './contract-case.js';

/** Upper bound for an immediate reaction on a busy machine. */
const REACTION_MS = 3000;

/** Guarantees about writing. */
export const writingContract: readonly ContractCase[] = [
  {
    name: 'returns the bytes that were stored, for any length and chunk size',
    async run(store) {
      for (const size of [0, 1, 65_537, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 333]) {
        const bytes = randomBytes(size);
        for (const chunk of [65_536, MEBIBYTE, 2 * MEBIBYTE + 1]) {
          deepEqual(await store.put(`whole/${size}`, inChunks(bytes, chunk)), { size });
          ok(bytes.equals(await contentOf(store, `whole/${size}`)), `${size} bytes in chunks of ${chunk}`);
          equal((await store.stat(`whole/${size}`))?.size, size);
        }
      }
    },
  },
  {
    name: 'accepts single bytes and empty chunks',
    async run(store) {
      const bytes = randomBytes(5000);
      async function* body() {
        for await (const byte of inChunks(bytes, 1)) {
          yield byte;
          yield Buffer.alloc(0);
        }
      }
      deepEqual(await store.put('crumbs', body()), { size: 5000 });
      ok(bytes.equals(await contentOf(store, 'crumbs')));
    },
  },
  {
    name: 'replaces an object completely',
    async run(store) {
      const shorter = randomBytes(10);
      await store.put('again', inChunks(randomBytes(MEBIBYTE), 65_536));
      await store.put('again', inChunks(shorter, 10));
      ok(shorter.equals(await contentOf(store, 'again')));
      deepEqual(await keysOf(store), ['again']);
    },
  },
  {
    name: 'rejects with the error of a failing body and stores nothing',
    async run(store) {
      const failure = new Error('the client disconnected');
      for (const size of [0, 1000, 3 * MEBIBYTE]) {
        await rejects(store.put('failed', failingBody(randomBytes(size), failure)), sameError(failure));
        await expectNoTrace(store, 'failed');
      }
    },
  },
  {
    name: 'keeps the existing object when its replacement fails',
    async run(store) {
      const bytes = randomBytes(1000);
      await store.put('kept', inChunks(bytes, 100));
      const failure = new Error('aborted');
      await rejects(store.put('kept', failingBody(randomBytes(2 * MEBIBYTE), failure)), sameError(failure));
      ok(bytes.equals(await contentOf(store, 'kept')));
    },
  },
  {
    name: 'rejects immediately when aborted while the body is silent, and stores nothing',
    async run(store) {
      const { body, taken, release } = stallingBody(randomBytes(2 * MEBIBYTE + 5));
      const controller = new AbortController();
      const putting = store.put('aborted', body, controller.signal);
      await taken;
      const reason = new Error('too large');
      controller.abort(reason);
      let waited = false;
      const timer = setTimeout(() => {
        waited = true;
        release();
      }, REACTION_MS);
      await rejects(putting, sameError(reason));
      clearTimeout(timer);
      ok(!waited, 'the put waited for the body');
      await expectNoTrace(store, 'aborted');
    },
  },
  {
    name: 'does not start when it was aborted before',
    async run(store) {
      const reason = new Error('too late');
      await rejects(
        store.put('late', inChunks(randomBytes(10), 1), AbortSignal.abort(reason)),
        sameError(reason),
      );
      await expectNoTrace(store, 'late');
    },
  },
  {
    name: 'hides a running put and does not clean it up as a leftover',
    async run(store) {
      const bytes = randomBytes(2 * MEBIBYTE + 5);
      const { body, taken, release } = stallingBody(bytes);
      const putting = store.put('slow', body);
      await taken;
      try {
        await expectNoTrace(store, 'slow');
      } finally {
        release();
        await putting;
      }
      deepEqual(await putting, { size: bytes.length });
      ok(bytes.equals(await contentOf(store, 'slow')));
    },
  },
  {
    name: 'stores and reads many objects concurrently without mixing them',
    async run(store) {
      const objects = Array.from({ length: 24 }, (_, n) => ({
        key: `many/${n}`,
        bytes: randomBytes(10 + n * 60_000),
      }));
      await settleAll(
        objects.map(async ({ key, bytes }) => {
          await store.put(key, inChunks(bytes, 10_000));
          ok(bytes.equals(await contentOf(store, key)), key);
          const part = await buffer(await store.get(key, { start: 5, end: 9 }));
          ok(part.equals(bytes.subarray(5, 10)), key);
        }),
      );
    },
  },
  {
    name: 'stores exactly one of several concurrent puts of one key',
    async run(store) {
      const rivals = [1, 2, 3, 4].map((n) => Buffer.alloc(MEBIBYTE + n, n));
      await settleAll(rivals.map((bytes) => store.put('contested', inChunks(bytes, 65_536))));
      const kept = await contentOf(store, 'contested');
      ok(rivals.some((bytes) => bytes.equals(kept)));
    },
  },
];
