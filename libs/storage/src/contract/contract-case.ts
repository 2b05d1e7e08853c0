import { deepEqual, equal, rejects } from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { ObjectNotFoundError, type ObjectStore } from '../object-store.js';

/** One guarantee of the port. `run` gets an empty store and rejects when the guarantee is broken. */
export interface ContractCase {
  readonly name: string;
  run(store: ObjectStore): Promise<void>;
}

export const MEBIBYTE = 1024 * 1024;

const LONG_AFTER = new Date('2100-01-01T00:00:00Z');

/** Chunks of `size` bytes, each in its own turn of the event loop, as from a socket. */
export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    await setImmediate();
    // A copy: the store owns its chunks and may free them.
    yield Buffer.from(bytes.subarray(start, start + size));
  }
}

/** A body that throws `failure` after `bytes`. */
export async function* failingBody(bytes: Buffer, failure: Error): AsyncGenerator<Buffer> {
  for await (const chunk of inChunks(bytes, 65_536)) yield chunk;
  throw failure;
}

/** A body that does not end until it is released. `taken` resolves when all of `bytes` were read. */
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

/** Like `Promise.all`, but settles after all promises, so that a failing case leaves no work running on the store. */
export async function settleAll<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Predicate for `rejects`: the same instance of an error. */
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

/** Rejects when the store holds any object, `key` can be read, or an unfinished put was left behind. */
export async function expectNoTrace(store: ObjectStore, key: string): Promise<void> {
  equal(await store.stat(key), null);
  await rejects(store.get(key), ObjectNotFoundError);
  deepEqual(await keysOf(store), []);
  equal(await store.removeUnfinished(LONG_AFTER), 0, 'an unfinished put was left behind');
}
