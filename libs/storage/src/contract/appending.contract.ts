import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { AppError } from '@waybill/contracts';
import {
  AlreadyCompleteError,
  type AppendState,
  ObjectNotFoundError,
  type ObjectStore,
} from '../object-store.js';
import {
  type ContractCase,
  contentOf,
  expectNoTrace,
  failingBody,
  inChunks,
  keysOf,
  MEBIBYTE,
  sameError,
  stallingBody,
} from './contract-case.js';

const KEY = 'grown';
const all = { completes: () => true };

/** Appends pieces of these sizes, the last of which completes the object. */
async function grow(store: ObjectStore, bytes: Buffer, sizes: readonly number[]): Promise<void> {
  let state: AppendState | null = null;
  let start = 0;
  for (const [index, size] of sizes.entries()) {
    const isLast = index === sizes.length - 1;
    const piece = inChunks(bytes.subarray(start, start + size), 100_000);
    start += size;
    state = await store.append(KEY, state, piece, { completes: () => isLast });
    if (isLast) equal(state, null);
    else equal(state?.size, start);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Guarantees about appending. */
export const appendingContract: readonly ContractCase[] = [
  {
    name: 'appends at any offset, and returns all bytes once the object is complete',
    async run(store) {
      const cases = [
        [0],
        [1],
        [0, 0],
        [1, 2, 0, 3],
        [5 * MEBIBYTE],
        [5 * MEBIBYTE, 0],
        [3 * MEBIBYTE, 3 * MEBIBYTE, 1],
        [11 * MEBIBYTE + 7, 1, 5 * MEBIBYTE, 4 * MEBIBYTE],
      ];
      for (const sizes of cases) {
        const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
        await grow(store, bytes, sizes);
        ok(bytes.equals(await contentOf(store, KEY)), sizes.join());
        deepEqual(await keysOf(store), [KEY]);
        await store.delete(KEY);
        await expectNoTrace(store, KEY);
      }
    },
  },
  {
    name: 'shows nothing of an incomplete object',
    async run(store) {
      await store.append(KEY, null, inChunks(randomBytes(6 * MEBIBYTE), 65_536));
      equal(await store.stat(KEY), null);
      await rejects(store.get(KEY), ObjectNotFoundError);
      deepEqual(await keysOf(store), []);
    },
  },
  {
    name: 'replaces what was appended after an older state, also after a failed append',
    async run(store) {
      const bytes = randomBytes(7 * MEBIBYTE + 5);
      const state = await store.append(KEY, null, inChunks(bytes.subarray(0, MEBIBYTE), 65_536));
      const failure = new Error('the client disconnected');
      await rejects(
        store.append(KEY, state, failingBody(randomBytes(11 * MEBIBYTE), failure)),
        sameError(failure),
      );
      await store.append(KEY, state, inChunks(randomBytes(9 * MEBIBYTE), 65_536));
      equal(await store.append(KEY, state, inChunks(bytes.subarray(MEBIBYTE), 65_536), all), null);
      ok(bytes.equals(await contentOf(store, KEY)));
    },
  },
  {
    name: 'leaves nothing of a first append that failed',
    async run(store) {
      const failure = new Error('the client disconnected');
      await rejects(
        store.append(KEY, null, failingBody(randomBytes(6 * MEBIBYTE), failure)),
        sameError(failure),
      );
      await store.delete(KEY);
      await expectNoTrace(store, KEY);
    },
  },
  {
    name: 'reports states to continue from while the body still arrives',
    async run(store) {
      const bytes = randomBytes(44 * MEBIBYTE);
      const states: AppendState[] = [];
      const broken = failingBody(bytes, new Error('killed'));
      await rejects(store.append(KEY, null, broken, { onDurable: (state) => states.push(state) }));
      const state = states.at(-1);
      ok(state && state.size > 0, 'nothing was durable');
      const rest = inChunks(bytes.subarray(state.size), MEBIBYTE);
      equal(await store.append(KEY, state, rest, all), null);
      ok(bytes.equals(await contentOf(store, KEY)));
    },
  },
  {
    name: 'distinguishes an append to a complete object from one to a deleted object',
    async run(store) {
      const state = await store.append(KEY, null, inChunks(randomBytes(6 * MEBIBYTE), 65_536));
      await store.append(KEY, state, nothing(), all);
      await rejects(store.append(KEY, state, nothing(), all), AlreadyCompleteError);
      await store.delete(KEY);
      await rejects(store.append(KEY, state, nothing(), all), ObjectNotFoundError);
    },
  },
  {
    name: 'completes no object whose bytes are deleted while its last ones arrive',
    async run(store) {
      const state = await store.append(KEY, null, inChunks(randomBytes(6 * MEBIBYTE), 65_536));
      const { body, taken, release } = stallingBody(randomBytes(MEBIBYTE));
      const appended = store.append(KEY, state, body, all);
      await taken;
      await store.delete(KEY);
      release();
      // An S3 server may close the connection amid the bytes that it refuses, before its answer is read.
      await rejects(
        appended,
        (error) => error instanceof ObjectNotFoundError || AppError.from(error).code === 'server.unavailable',
      );
      await expectNoTrace(store, KEY);
    },
  },
  {
    name: 'deletes an incomplete object',
    async run(store) {
      await store.append(KEY, null, inChunks(randomBytes(7 * MEBIBYTE), 65_536));
      await store.delete(KEY);
      await expectNoTrace(store, KEY);
    },
  },
];
