import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { AppendedBytes, ObjectTicket } from '@waybill/contracts';
import { type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { FilesystemObjectStore } from '../adapters/filesystem-object-store.js';
import { inChunks, keysOf, MEBIBYTE } from '../contract/contract-case.js';
import { EncryptedAppends } from './encrypted-appends.js';
import { EncryptedObjects } from './encrypted-objects.js';
import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE } from './encrypted-format.js';
import { IntegrityError } from './integrity-error.js';
import { Keyring } from './keyring.js';

/** Options of an append that leaves the object incomplete. */
const unfinished = () => ({ writer: randomUUID(), completes: () => false });

/** Options of an append that completes the object. */
const last = () => ({ writer: randomUUID(), completes: () => true });

describe('EncryptedAppends', () => {
  let folder: TemporaryFolder;
  let store: FilesystemObjectStore;
  let keyring: Keyring;
  let appends: EncryptedAppends;
  let objects: EncryptedObjects;

  beforeEach(async () => {
    folder = await temporaryFolder();
    store = new FilesystemObjectStore(folder.path);
    keyring = new Keyring([randomBytes(32)]);
    appends = new EncryptedAppends(store, keyring);
    objects = new EncryptedObjects(store, keyring);
  });
  afterEach(() => folder.remove());

  /** Appends `bytes` in pieces that end at these offsets. */
  async function grow(ticket: ObjectTicket, bytes: Buffer, ends: readonly number[], chunk = 65_536) {
    let since: AppendedBytes | null = null;
    let start = 0;
    for (const end of [...ends, bytes.length]) {
      const piece = inChunks(bytes.subarray(start, end), chunk);
      const completes = (size: number) => end === bytes.length && size === bytes.length;
      since = await appends.append(ticket, since, piece, { writer: randomUUID(), completes });
      expect(since).toMatchObject({ size: end, crc32: crc32(bytes.subarray(0, end)) });
      start = end;
    }
  }

  it.each([
    ['nothing', 0, []],
    ['one byte', 1, []],
    ['pieces within one chunk', 1000, [1, 1, 500]],
    ['the ends of chunks', 3 * PLAIN_CHUNK_SIZE, [PLAIN_CHUNK_SIZE, 2 * PLAIN_CHUNK_SIZE]],
    [
      'one byte around the end of a chunk',
      2 * PLAIN_CHUNK_SIZE,
      [PLAIN_CHUNK_SIZE - 1, PLAIN_CHUNK_SIZE + 1],
    ],
    ['several chunks', 5 * MEBIBYTE + 3, [100, 2 * MEBIBYTE, 5 * MEBIBYTE]],
  ])('appends %s, and reads back every byte', async (_what, size, ends) => {
    const ticket = appends.create();
    const bytes = randomBytes(size);
    await grow(ticket, bytes, ends);
    expect(bytes.equals(await buffer(await objects.read(ticket, size)))).toBe(true);
    if (size > MEBIBYTE) {
      const [start, end] = [MEBIBYTE - 10, size - 5];
      const range = await buffer(await objects.read(ticket, size, { start, end }));
      expect(range.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it('never encrypts a chunk twice under one nonce, and keeps no partial chunk in the clear', async () => {
    const ticket = appends.create();
    const seeds: string[] = [];
    const same = Buffer.alloc(PLAIN_CHUNK_SIZE + 100, 'plain');
    for (let attempt = 0; attempt < 3; attempt++) {
      const { tail } = await appends.append(ticket, null, inChunks(same, 65_536), unfinished());
      const partial = await buffer(await store.get(tail ?? ''));
      expect(partial.includes('plain')).toBe(false);
      await appends.append(ticket, null, inChunks(same, 65_536), last());
      seeds.push((await buffer(await store.get(ticket.objectKey, { start: 0, end: 6 }))).toString('hex'));
    }
    expect(new Set(seeds).size).toBe(3);
  });

  it('continues from bytes that were reported durable before the append was cut off', async () => {
    const ticket = appends.create();
    const bytes = randomBytes(40 * MEBIBYTE);
    const durable: AppendedBytes[] = [];
    async function* broken() {
      yield* inChunks(bytes, MEBIBYTE);
      throw new Error('killed');
    }
    const options = {
      ...unfinished(),
      onDurable: (bytes: AppendedBytes) => void durable.push(bytes),
    };
    await expect(appends.append(ticket, null, broken(), options)).rejects.toThrow('killed');
    const since = durable.at(-1)!;
    expect(since.crc32).toBe(crc32(bytes.subarray(0, since.size)));
    const rest = inChunks(bytes.subarray(since.size), MEBIBYTE);
    await appends.append(ticket, since, rest, last());
    expect(bytes.equals(await buffer(await objects.read(ticket, bytes.length)))).toBe(true);
  });

  it('refuses a partial chunk that was altered or belongs to another object', async () => {
    const [one, other] = [appends.create(), appends.create()];
    const begin = (ticket: ObjectTicket) =>
      appends.append(ticket, null, inChunks(randomBytes(100), 100), unfinished());
    const [first, second] = [await begin(one), await begin(other)];
    const swapped = await buffer(await store.get(second.tail!));
    await store.put(first.tail!, inChunks(swapped, 1000));
    const resumed = appends.append(one, first, inChunks(Buffer.alloc(1), 1), last());
    await expect(resumed).rejects.toBeInstanceOf(IntegrityError);
  });

  it('detects chunks that were moved, and keeps the mark of appended objects when the key is rotated', async () => {
    const ticket = appends.create();
    const bytes = randomBytes(2 * PLAIN_CHUNK_SIZE + 5);
    await grow(ticket, bytes, [PLAIN_CHUNK_SIZE + 7]);
    const stored = await buffer(await store.get(ticket.objectKey));
    const [first, second] = [
      stored.subarray(0, STORED_CHUNK_SIZE),
      stored.subarray(STORED_CHUNK_SIZE, 2 * STORED_CHUNK_SIZE),
    ];
    const moved = Buffer.concat([second, first, stored.subarray(2 * STORED_CHUNK_SIZE)]);
    await store.put(ticket.objectKey, inChunks(moved, MEBIBYTE));
    await expect(buffer(await objects.read(ticket, bytes.length))).rejects.toBeInstanceOf(IntegrityError);
    const secret = randomBytes(32);
    const [before, after] = [new Keyring([secret]), new Keyring([randomBytes(32), secret])];
    const wrapped = before.createAppended('key');
    expect(after.isAppended(after.rewrap(wrapped, 'key')!)).toBe(true);
    expect(after.isAppended(after.rewrap(before.create('key'), 'key')!)).toBe(false);
  });

  it('stores no tail for an append without bytes', async () => {
    const ticket = appends.create();
    const begun = await appends.append(ticket, null, inChunks(Buffer.alloc(0), 1), unfinished());
    expect(begun).toMatchObject({ size: 0, tail: null });
  });

  it('leaves one object once it is complete and its partial chunks were deleted', async () => {
    const ticket = appends.create();
    const begun = await appends.append(ticket, null, inChunks(randomBytes(9), 9), unfinished());
    await appends.append(ticket, begun, inChunks(randomBytes(9), 9), last());
    await objects.delete(begun.tail!);
    expect(await keysOf(store)).toEqual([ticket.objectKey]);
  });
});
