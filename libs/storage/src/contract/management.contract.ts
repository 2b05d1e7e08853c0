import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type ContractCase, settleAll, inChunks, keysOf, expectNoTrace } from './contract-case.js';

const WEIRD_KEYS = [
  '',
  '/',
  '.',
  '..',
  '../a',
  'a/../b',
  '/a',
  'a/',
  'a//b',
  './a',
  'a.b',
  'a_b',
  'A',
  'ä',
  'a b',
  'a\\b',
  'a\n',
  'a\0b',
  '%2e%2e/a',
  'a'.repeat(201),
];

/** Guarantees about listing, deletion, keys and health. */
export const managementContract: readonly ContractCase[] = [
  {
    name: 'deletes an object, and succeeds for a missing one',
    async run(store) {
      await store.put('doomed', inChunks(randomBytes(100), 10));
      await store.delete('doomed');
      await expectNoTrace(store, 'doomed');
      await store.delete('doomed');
      await store.delete('never/was');
    },
  },
  {
    name: 'lists exactly the objects whose keys start with the prefix',
    async run(store) {
      const keys = Array.from({ length: 300 }, (_, n) => `${n % 3 === 0 ? 'even' : 'odd'}/${n}`).concat(
        'odd-one',
      );
      while (keys.length > 0) {
        const some = keys.splice(0, 25);
        await settleAll(some.map((key) => store.put(key, inChunks(Buffer.from(key), 100))));
      }
      equal((await keysOf(store)).length, 301);
      equal(new Set(await keysOf(store, 'even/')).size, 100);
      equal((await keysOf(store, 'odd')).length, 201);
      deepEqual(await keysOf(store, 'odd/299'), ['odd/299']);
      deepEqual(await keysOf(store, 'missing'), []);
      for await (const info of store.list('even/29')) {
        equal(info.size, info.key.length);
        ok(Math.abs(info.modifiedAt.getTime() - Date.now()) < 3_600_000);
      }
    },
  },
  {
    name: 'lists every remaining object while others are deleted',
    async run(store) {
      const keys = Array.from({ length: 40 }, (_, n) => `going/${n}`);
      await settleAll(keys.map((key) => store.put(key, inChunks(Buffer.from(key), 100))));
      const seen = new Set<string>();
      for await (const { key } of store.list('going/')) {
        seen.add(key);
        if (seen.size === 1) {
          const others = keys.filter((other) => other !== key).slice(0, 20);
          await settleAll(others.map((other) => store.delete(other)));
        }
      }
      const left = await keysOf(store);
      ok(left.length >= 20 && left.every((key) => seen.has(key)));
    },
  },
  {
    name: 'refuses malformed keys in every call',
    async run(store) {
      for (const key of WEIRD_KEYS) {
        await rejects(store.put(key, inChunks(randomBytes(1), 1)), TypeError, `put ${key}`);
        await rejects(store.get(key), TypeError, `get ${key}`);
        await rejects(store.stat(key), TypeError, `stat ${key}`);
        await rejects(store.delete(key), TypeError, `delete ${key}`);
      }
      for (const prefix of ['../', '/', 'a//', '.', 'A', '*']) {
        await rejects(keysOf(store, prefix), TypeError, `list ${prefix}`);
      }
      deepEqual(await keysOf(store), []);
    },
  },
  {
    name: 'passes the health check',
    run: (store) => store.check(),
  },
];
