import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ObjectTicket } from '@waybill/contracts';
import { FilesystemObjectStore } from '../adapters/filesystem-object-store.js';
import { MEBIBYTE, inChunks } from '../contract/contract-case.js';
import type { ByteRange } from '../object-store.js';
import { ChunkEncryption } from './chunk-encryption.js';
import { EncryptedObjects } from './encrypted-objects.js';
import { IntegrityError } from './integrity-error.js';
import { Keyring } from './keyring.js';
import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE } from './encrypted-format.js';

const SIZE = 2 * PLAIN_CHUNK_SIZE + 1000;
const CHUNKS = [0, 1, 2];

describe('EncryptedObjects on a tampered object', () => {
  let root: string;
  let store: FilesystemObjectStore;
  let objects: EncryptedObjects;
  const keyring = new Keyring([randomBytes(32)]);
  const plain = randomBytes(SIZE);
  let ticket: ObjectTicket;
  let sealed: Buffer;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'waybill-tampering-'));
    store = new FilesystemObjectStore(root, { sync: false });
    objects = new EncryptedObjects(store, keyring);
    ticket = objects.create();
    sealed = await write(ticket, plain);
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  async function write(to: ObjectTicket, bytes: Buffer): Promise<Buffer> {
    await objects.write(to, inChunks(bytes, MEBIBYTE));
    return buffer(await store.get(to.objectKey));
  }

  /** Bytes before the error, and the error. */
  async function read(stored: Buffer, size = SIZE, range?: ByteRange, from = ticket) {
    await store.put(from.objectKey, inChunks(stored, MEBIBYTE));
    const pieces: Buffer[] = [];
    try {
      for await (const piece of await objects.read(from, size, range)) pieces.push(piece as Buffer);
      return { got: Buffer.concat(pieces), error: undefined };
    } catch (error) {
      return { got: Buffer.concat(pieces), error };
    }
  }

  /** Expects only original bytes, and then an error. */
  async function expectDetected(stored: Buffer, trueBytes?: number): Promise<void> {
    const { got, error } = await read(stored);
    expect(error).toBeInstanceOf(IntegrityError);
    expect(got.equals(plain.subarray(0, got.length))).toBe(true);
    if (trueBytes !== undefined) expect(got).toHaveLength(trueBytes);
  }

  function chunk(index: number, of = sealed): Buffer {
    return of.subarray(index * STORED_CHUNK_SIZE, (index + 1) * STORED_CHUNK_SIZE);
  }

  const places = {
    'the first byte of the seed': () => 0,
    'the last byte of the seed': () => 6,
    'the first byte of the content': () => 7,
    'the middle of the content': (length: number) => length >> 1,
    'the last byte of the content': (length: number) => length - 17,
    'the first byte of the tag': (length: number) => length - 16,
    'the last byte of the tag': (length: number) => length - 1,
  };

  for (const [place, at] of Object.entries(places)) {
    it.each(CHUNKS)(`detects one changed bit in ${place} of chunk %d`, async (index) => {
      for (const bit of [1, 128]) {
        const altered = Buffer.from(sealed);
        altered[index * STORED_CHUNK_SIZE + at(chunk(index).length)]! ^= bit;
        // A changed seed is detected in the first chunk, as the others are compared with it.
        await expectDetected(altered, index * PLAIN_CHUNK_SIZE);
      }
    });
  }

  it('detects a changed byte at any place', async () => {
    for (let n = 0; n < 40; n++) {
      const altered = Buffer.from(sealed);
      altered[Math.floor((n / 40) * sealed.length) + 11]! ^= 1 << (n % 8);
      await expectDetected(altered);
    }
  });

  it.each([
    1,
    16,
    17,
    999,
    1000,
    1022,
    1023,
    1024,
    STORED_CHUNK_SIZE,
    STORED_CHUNK_SIZE + 1023,
    2 * STORED_CHUNK_SIZE + 1000,
  ])('detects that %d bytes are missing at the end', async (cut) => {
    await expectDetected(sealed.subarray(0, sealed.length - cut));
  });

  it('detects an emptied object', async () => {
    await expectDetected(Buffer.alloc(0), 0);
  });

  it('detects swapped, repeated, removed and inserted chunks', async () => {
    await expectDetected(Buffer.concat([chunk(1), chunk(0), chunk(2)]), 0);
    await expectDetected(Buffer.concat([chunk(0), chunk(0), chunk(2)]), PLAIN_CHUNK_SIZE);
    await expectDetected(Buffer.concat([chunk(0), chunk(2)]), PLAIN_CHUNK_SIZE);
    await expectDetected(Buffer.concat([chunk(1), chunk(2)]), 0);
    await expectDetected(Buffer.concat([chunk(0), chunk(1), chunk(1), chunk(2)]), 2 * PLAIN_CHUNK_SIZE);
    await expectDetected(Buffer.concat([Buffer.alloc(1), sealed]), 0);
  });

  it('detects an object that was cut to its first chunks with a row shortened to match', async () => {
    const { got, error } = await read(sealed.subarray(0, 2 * STORED_CHUNK_SIZE), 2 * PLAIN_CHUNK_SIZE);
    expect(error).toBeInstanceOf(IntegrityError);
    expect(got.equals(plain.subarray(0, PLAIN_CHUNK_SIZE))).toBe(true);
  });

  it('detects a wrong size in the row', async () => {
    for (const size of [SIZE - 1, SIZE + 1, PLAIN_CHUNK_SIZE, 3 * PLAIN_CHUNK_SIZE + 1, 10, 0]) {
      const { got, error } = await read(sealed, size);
      expect(error).toBeInstanceOf(IntegrityError);
      expect(got.equals(plain.subarray(0, got.length))).toBe(true);
    }
  });

  it('detects a chunk of another object', async () => {
    const other = objects.create();
    const foreign = await write(other, plain);
    await expectDetected(Buffer.concat([chunk(0), chunk(1, foreign), chunk(2)]), PLAIN_CHUNK_SIZE);
    await expectDetected(foreign, 0);
    expect((await read(sealed, SIZE, undefined, other)).error).toBeInstanceOf(IntegrityError);
  });

  it('detects an object that was encrypted for another one with the same data key', async () => {
    const dataKey = createSecretKey(keyring.unwrap(ticket.wrappedKey, ticket.objectKey));
    const chunks = new ChunkEncryption(dataKey, 'another');
    await expectDetected(await buffer(chunks.encrypt(inChunks(plain, MEBIBYTE))), 0);
  });

  it('detects a chunk of another write of the same object', async () => {
    const again = await write(ticket, plain);
    await expectDetected(Buffer.concat([chunk(0), chunk(1, again), chunk(2)]), PLAIN_CHUNK_SIZE);
    await expectDetected(Buffer.concat([chunk(0, again), chunk(1), chunk(2)]), PLAIN_CHUNK_SIZE);
  });

  it('fails ranges with the altered chunk and no others', async () => {
    const altered = Buffer.from(sealed);
    altered[STORED_CHUNK_SIZE + 500]! ^= 1;
    const inside = { start: PLAIN_CHUNK_SIZE + 5, end: PLAIN_CHUNK_SIZE + 9 };
    expect((await read(altered, SIZE, inside)).error).toBeInstanceOf(IntegrityError);
    const after = { start: 2 * PLAIN_CHUNK_SIZE, end: SIZE - 1 };
    expect((await read(altered, SIZE, after)).got).toEqual(plain.subarray(2 * PLAIN_CHUNK_SIZE));
  });

  it('fails a range beyond a truncation', async () => {
    const { error } = await read(sealed.subarray(0, STORED_CHUNK_SIZE), SIZE, {
      start: SIZE - 5,
      end: SIZE - 1,
    });
    expect(error).toBeInstanceOf(IntegrityError);
  });

  it('returns the original bytes of an object with appended ones', async () => {
    expect((await read(Buffer.concat([sealed, randomBytes(100)]))).got.equals(plain)).toBe(true);
  });

  it('detects any changed byte, a cut and a longer row of an object that is read at once', async () => {
    const small = objects.create();
    const bytes = randomBytes(300);
    const stored = await write(small, bytes);
    const open = async (altered: Buffer, size = bytes.length) => {
      await store.put(small.objectKey, inChunks(altered, MEBIBYTE));
      return objects.open(small, size, { start: 100, end: 199 });
    };
    expect(await open(stored)).toEqual(bytes.subarray(100, 200));
    for (let at = 0; at < stored.length; at++) {
      const altered = Buffer.from(stored);
      altered[at] = altered[at]! ^ 1;
      await expect(open(altered)).rejects.toBeInstanceOf(IntegrityError);
    }
    await expect(open(stored.subarray(0, -1))).rejects.toBeInstanceOf(IntegrityError);
    await expect(open(Buffer.alloc(0))).rejects.toBeInstanceOf(IntegrityError);
    await expect(open(stored, bytes.length + 1)).rejects.toBeInstanceOf(IntegrityError);
    await expect(open(stored, bytes.length - 1)).rejects.toBeInstanceOf(IntegrityError);
  });

  it('detects a changed empty object', async () => {
    const empty = objects.create();
    const stored = await write(empty, Buffer.alloc(0));
    expect(await read(stored, 0, undefined, empty)).toEqual({ got: Buffer.alloc(0), error: undefined });
    for (let at = 0; at < stored.length; at++) {
      const altered = Buffer.from(stored);
      altered[at]! ^= 1;
      expect((await read(altered, 0, undefined, empty)).error).toBeInstanceOf(IntegrityError);
    }
    expect((await read(Buffer.alloc(0), 0, undefined, empty)).error).toBeInstanceOf(IntegrityError);
  });
});
