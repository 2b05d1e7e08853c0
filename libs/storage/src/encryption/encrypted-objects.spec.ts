import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { ObjectTicket } from '@waybill/contracts';
import { FilesystemObjectStore } from '../adapters/filesystem-object-store.js';
import { MEBIBYTE, failingBody, inChunks, expectNoTrace } from '../contract/contract-case.js';
import { heldBytes } from '../contract/held-bytes.js';
import { type ByteRange, ObjectNotFoundError } from '../object-store.js';
import { EncryptedObjects } from './encrypted-objects.js';
import { Keyring, UnknownKeyError } from './keyring.js';
import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE, encryptedSize } from './encrypted-format.js';

/** Seeded random numbers from 0 to 1 (mulberry32). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** Records the ranges that are read. */
class WatchedStore extends FilesystemObjectStore {
  readonly ranges: (ByteRange | undefined)[] = [];

  override get(key: string, range?: ByteRange): Promise<Readable> {
    this.ranges.push(range);
    return super.get(key, range);
  }
}

describe('EncryptedObjects', () => {
  let root: string;
  let store: WatchedStore;
  let objects: EncryptedObjects;
  const operatorKey = randomBytes(32);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-encrypted-'));
    store = new WatchedStore(root, { sync: false });
    objects = new EncryptedObjects(store, new Keyring([operatorKey]));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function keep(bytes: Buffer, chunk = 65_536): Promise<ObjectTicket> {
    const ticket = objects.create();
    const written = await objects.write(ticket, inChunks(bytes, chunk));
    expect(written).toEqual({ size: bytes.length, crc32: crc32(bytes) });
    return ticket;
  }

  async function read(ticket: ObjectTicket, size: number, range?: ByteRange): Promise<Buffer> {
    return buffer(await objects.read(ticket, size, range));
  }

  it.each([
    0,
    1,
    PLAIN_CHUNK_SIZE - 1,
    PLAIN_CHUNK_SIZE,
    PLAIN_CHUNK_SIZE + 1,
    MEBIBYTE,
    2 * PLAIN_CHUNK_SIZE,
    3 * PLAIN_CHUNK_SIZE + 77,
  ])('returns %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    const ticket = await keep(bytes);
    expect((await read(ticket, size)).equals(bytes)).toBe(true);
    expect((await store.stat(ticket.objectKey))?.size).toBe(encryptedSize(size));
  });

  it('returns any range of any file and reads only the chunks that contain it', async () => {
    const random = numbers(20261121);
    const below = (limit: number): number => Math.floor(random.next().value * limit);
    for (let file = 0; file < 12; file++) {
      const bytes = randomBytes(1 + below(4 * MEBIBYTE));
      const ticket = await keep(bytes, 1 + below(3 * MEBIBYTE));
      for (let n = 0; n < 25; n++) {
        const start = below(bytes.length);
        const end = start + below(n % 2 === 0 ? 100 : bytes.length);
        const got = await read(ticket, bytes.length, { start, end });
        const wanted = bytes.subarray(start, end + 1);
        expect({ start, end, same: got.equals(wanted) }).toEqual({ start, end, same: true });
        const sealed = store.ranges.at(-1)!;
        expect(sealed.end - sealed.start).toBeLessThan(wanted.length + 2 * STORED_CHUNK_SIZE);
      }
    }
  });

  it('decrypts for any chunk size of the store', async () => {
    const random = numbers(11);
    const bytes = randomBytes(2 * PLAIN_CHUNK_SIZE + 1000);
    const ticket = await keep(bytes);
    const get = store.get.bind(store);
    for (const most of [1, 7, 24, 65_536, 3 * MEBIBYTE]) {
      store.get = async (key, range) => {
        const sealed = await buffer(await get(key, range));
        return Readable.from(
          (function* () {
            for (let at = 0; at < sealed.length;) {
              // Small pieces around the edges of chunks, where errors are likely.
              const place = (at + 40) % STORED_CHUNK_SIZE;
              const length = place < 80 || most > 1000 ? 1 + Math.floor(random.next().value * most) : 1000;
              yield Buffer.from(sealed.subarray(at, at + length));
              at += length;
            }
          })(),
        );
      };
      expect((await read(ticket, bytes.length)).equals(bytes)).toBe(true);
      const [start, end] = [PLAIN_CHUNK_SIZE - 5, 2 * PLAIN_CHUNK_SIZE + 5];
      expect((await read(ticket, bytes.length, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(
        true,
      );
    }
  });

  it('refuses a range that starts beyond the last byte', async () => {
    const ticket = await keep(randomBytes(10));
    await expect(objects.read(ticket, 10, { start: 10, end: 10 })).rejects.toThrow(RangeError);
    const empty = await keep(Buffer.alloc(0));
    await expect(objects.read(empty, 0, { start: 0, end: 0 })).rejects.toThrow(RangeError);
  });

  it('stores no plaintext, and the same content differently each time', async () => {
    const bytes = Buffer.alloc(100_000, 'the secret plan ');
    const [one, two] = [await keep(bytes), await keep(bytes)];
    const [oneSealed, twoSealed] = await Promise.all(
      [one, two].map(async ({ objectKey }) => buffer(await store.get(objectKey))),
    );
    expect(oneSealed!.includes('secret')).toBe(false);
    expect(oneSealed!.equals(twoSealed!)).toBe(false);
  });

  it('encrypts two writes of one ticket differently', async () => {
    const ticket = objects.create();
    const sealed = [];
    for (let n = 0; n < 2; n++) {
      await objects.write(ticket, inChunks(Buffer.alloc(1000), 1000));
      sealed.push(await buffer(await store.get(ticket.objectKey)));
    }
    expect(sealed[0]!.subarray(7, 30).equals(sealed[1]!.subarray(7, 30))).toBe(false);
  });

  it('reports a missing object before any byte', async () => {
    await expect(objects.read(objects.create(), 10)).rejects.toThrow(ObjectNotFoundError);
  });

  it('deletes an object, and succeeds for a missing one', async () => {
    const { objectKey } = await keep(randomBytes(10));
    await objects.delete(objectKey);
    await expectNoTrace(store, objectKey);
    await expect(objects.delete(objectKey)).resolves.toBeUndefined();
  });

  it('decrypts old files with the former key configured, and not without it', async () => {
    const bytes = randomBytes(1000);
    const ticket = await keep(bytes);
    const rotated = new Keyring([randomBytes(32), operatorKey]);
    const wrappedKey = rotated.rewrap(ticket.wrappedKey, ticket.objectKey)!;
    objects = new EncryptedObjects(store, rotated);
    expect(await read(ticket, 1000)).toEqual(bytes);
    expect(await read({ ...ticket, wrappedKey }, 1000)).toEqual(bytes);
    objects = new EncryptedObjects(store, new Keyring([randomBytes(32)]));
    await expect(objects.read(ticket, 1000)).rejects.toThrow(UnknownKeyError);
  });

  it('stores nothing of a failing body', async () => {
    const failure = new Error('the client went away');
    const ticket = objects.create();
    await expect(objects.write(ticket, failingBody(randomBytes(3 * MEBIBYTE), failure))).rejects.toBe(
      failure,
    );
    await expectNoTrace(store, ticket.objectKey);
  });

  it('closes a silent body when aborted, and stores nothing', async () => {
    const asked = new EventEmitter();
    const body = new Readable({ read: () => asked.emit('for more') });
    const controller = new AbortController();
    const ticket = objects.create();
    const waiting = once(asked, 'for more');
    const writing = objects.write(ticket, body, controller.signal);
    await waiting;
    const reason = new Error('too large');
    controller.abort(reason);
    await expect(writing).rejects.toBe(reason);
    expect(body.destroyed).toBe(true);
    await expectNoTrace(store, ticket.objectKey);
  });

  it('returns whole chunks', async () => {
    const ticket = await keep(randomBytes(3 * PLAIN_CHUNK_SIZE));
    const lengths = [];
    for await (const piece of await objects.read(ticket, 3 * PLAIN_CHUNK_SIZE))
      lengths.push((piece as Buffer).length);
    expect(lengths).toEqual([PLAIN_CHUNK_SIZE, PLAIN_CHUNK_SIZE, PLAIN_CHUNK_SIZE]);
  });

  it('holds at most two chunks for a reader that stops reading', async () => {
    const size = 16 * MEBIBYTE;
    const ticket = await keep(Buffer.alloc(size));
    const before = heldBytes();
    const readers = await Promise.all(Array.from({ length: 20 }, () => objects.read(ticket, size)));
    const pieces = await Promise.all(readers.map(async (stream) => stream[Symbol.asyncIterator]().next()));
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    const held = heldBytes() - before;
    for (const stream of readers) stream.destroy();
    expect(pieces).toHaveLength(20);
    expect(held).toBeLessThan(20 * 2.2 * MEBIBYTE);
  });

  it('encrypts a stream of any length with memory for three chunks and 2 MiB that wait for the disk', async () => {
    const before = heldBytes();
    let most = 0;
    async function* body() {
      for (let n = 0; n < 1024; n++) {
        if (n % 128 === 0) most = Math.max(most, heldBytes() - before);
        yield Buffer.alloc(65_536);
      }
    }
    await objects.write(objects.create(), body());
    expect(most).toBeLessThan(6 * MEBIBYTE);
  });

  it('closes the stored stream when the reader leaves', async () => {
    const ticket = await keep(randomBytes(3 * MEBIBYTE));
    const sealed: Readable[] = [];
    const get = store.get.bind(store);
    store.get = async (key, range) => {
      const stream = await get(key, range);
      sealed.push(stream);
      return stream;
    };
    const [begun, untouched] = await Promise.all([
      objects.read(ticket, 3 * MEBIBYTE),
      objects.read(ticket, 3 * MEBIBYTE),
    ]);
    await begun[Symbol.asyncIterator]().next();
    begun.destroy();
    untouched.destroy();
    expect(sealed.map((stream) => stream.destroyed)).toEqual([true, true]);
  });
});
