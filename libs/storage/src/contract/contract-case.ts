import { deepEqual, equal, rejects } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { ObjectNotFoundError, type ObjectStore } from '../object-store.js';

/** One promise of the port. `run` gets an empty store and rejects when the promise is broken. */
export interface ContractCase {
  readonly name: string;
  run(store: ObjectStore): Promise<void>;
}

export const MEBIBYTE = 1024 * 1024;

const LONG_AFTER = new Date('2100-01-01T00:00:00Z');

/** `bytes` in chunks of `size`, each in a turn of its own, as from a socket. */
export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    await setImmediate();
    // A copy: a store may empty what it is given.
    yield Buffer.from(bytes.subarray(start, start + size));
  }
}

/** A body that gives `bytes` and then throws `failure`. */
export async function* failingBody(bytes: Buffer, failure: Error): AsyncGenerator<Buffer> {
  for await (const chunk of inChunks(bytes, 65_536)) yield chunk;
  throw failure;
}

/** A body that gives `bytes`, says that all of them were `taken`, and does not end until it is released. */
export function stallingBody(bytes: Buffer): {
  body: AsyncIterable<Buffer>;
  taken: Promise<unknown>;
  release: () => void;
} {
  const gate = new EventEmitter();
  const taken = once(gate, 'taken');
  const released = once(gate, 'released');
  async function* body(): AsyncGenerator<Buffer> {
    for await (const chunk of inChunks(bytes, 65_536)) yield chunk;
    gate.emit('taken');
    await released;
  }
  return { body: body(), taken, release: () => gate.emit('released') };
}

/** Like `Promise.all`, but it never ends while some of the work goes on: a case that fails leaves the store at rest. */
export async function settleAll<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** For `rejects`: this very error, not one like it. */
export function sameError(expected: Error): (error: unknown) => boolean {
  return (error) => error === expected;
}

export async function contentOf(store: ObjectStore, key: string): Promise<Buffer> {
  return buffer(await store.get(key));
}

/** @returns keys in alphabetical order */
export async function keysOf(store: ObjectStore, prefix = ''): Promise<string[]> {
  const keys = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

/** Rejects when anyone could see `key`, or anything else, or something unfinished was left behind. */
export async function expectNoTrace(store: ObjectStore, key: string): Promise<void> {
  equal(await store.stat(key), null);
  await rejects(store.get(key), ObjectNotFoundError);
  deepEqual(await keysOf(store), []);
  equal(await store.removeUnfinished(LONG_AFTER), 0, 'something unfinished was left behind');
}
