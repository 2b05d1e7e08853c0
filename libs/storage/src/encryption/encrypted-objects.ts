import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ObjectTicket } from '@waybill/contracts';
import { type ByteRange, ObjectStore } from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { IntegrityError } from './integrity-error.js';
import { Keyring } from './keyring.js';
import { ChunkEncryption } from './chunk-encryption.js';
import { ChunkDecipher } from './chunk-decipher.js';
import { decryptStream } from './decrypt-stream.js';
import { type ChunkRange, chunksForRange } from './encrypted-format.js';

/**
 * Longest range in bytes that `open` returns as a buffer. For so few, a stream costs more than reading and decrypting.
 */
const READ_AT_ONCE = 128 * 1024;

/** Encrypts objects on their way into the store and decrypts them on their way out. */
@Injectable()
export class EncryptedObjects {
  constructor(
    private readonly store: ObjectStore,
    private readonly keyring: Keyring,
  ) {}

  /** Generates the object key and the wrapped data key of a new object. Stores nothing. */
  create(): ObjectTicket {
    const objectKey = randomUUID();
    return { objectKey, wrappedKey: this.keyring.create(objectKey) };
  }

  /**
   * Encrypts and stores the body, with the guarantees of `ObjectStore.put`. Owns the bytes of the body, and frees them.
   * @returns number of plain bytes, and their CRC-32
   * @throws AppError `server.storage-full`; errors of the body; the signal's reason
   */
  async write(
    { objectKey, wrappedKey }: ObjectTicket,
    body: AsyncIterable<BytePieces>,
    signal?: AbortSignal,
  ): Promise<{ size: number; crc32: number }> {
    const chunks = new ChunkEncryption(this.keyOf({ objectKey, wrappedKey }), objectKey);
    await this.store.put(objectKey, chunks.encrypt(abortable(body, signal)), signal);
    const { size, crc32 } = chunks;
    return { size, crc32 };
  }

  /**
   * Decrypts the object, or `range` of it, reading only the chunks that contain it. A consumer that stops reading holds
   * one chunk of 1 MiB and the rest of the one before. Altered data destroys the stream with an IntegrityError: no byte
   * is returned before its chunk was verified.
   * @param size plain bytes of the whole object
   * @throws ObjectNotFoundError before any byte is read
   * @throws RangeError when the range starts beyond the last byte
   */
  async read({ objectKey, wrappedKey }: ObjectTicket, size: number, range?: ByteRange): Promise<Readable> {
    const dataKey = this.keyOf({ objectKey, wrappedKey });
    const chunks = chunksForRange(size, range);
    const encrypted = await this.store.get(objectKey, chunks.stored).catch(asTruncation(objectKey));
    return decryptStream(encrypted, chunks, dataKey, objectKey, this.keyring.isAppended(wrappedKey));
  }

  /**
   * Like `read`, but returns a short range within one chunk as a buffer. Altered data then rejects the call
   * immediately.
   * @throws IntegrityError and the errors of `read`
   */
  async open(ticket: ObjectTicket, size: number, range?: ByteRange): Promise<Readable | Buffer> {
    const chunks = chunksForRange(size, range);
    const { first, last, stored, length } = chunks;
    if (first < last || length > READ_AT_ONCE) return this.read(ticket, size, range);
    const { objectKey } = ticket;
    const dataKey = this.keyOf(ticket);
    const decrypt = (encrypted: Buffer): Buffer => decryptAtOnce(encrypted, chunks, dataKey, objectKey);
    return this.store.withBytes(objectKey, stored, decrypt).catch(asTruncation(objectKey));
  }

  /** Idempotent. */
  async delete(objectKey: string): Promise<void> {
    await this.store.delete(objectKey);
  }

  /** Data key as a KeyObject. A cipher made from raw bytes costs three times as much, for each chunk. */
  private keyOf({ objectKey, wrappedKey }: ObjectTicket): KeyObject {
    return createSecretKey(this.keyring.unwrap(wrappedKey, objectKey));
  }
}

/** Maps a range beyond the last stored byte to an IntegrityError: the object was truncated. */
function asTruncation(objectKey: string) {
  return (error: unknown): never => {
    throw error instanceof RangeError ? new IntegrityError(objectKey, 'it is truncated', error) : error;
  };
}

/** Decrypts a range of one chunk. Returns no byte before its tag was verified. */
function decryptAtOnce(
  bytes: Buffer,
  { first, final, stored: { start, end }, skip, length }: ChunkRange,
  dataKey: KeyObject,
  objectKey: string,
): Buffer {
  if (bytes.length !== end + 1 - start) throw new IntegrityError(objectKey, 'it is truncated');
  const chunk = new ChunkDecipher(
    bytes.length,
    { objectKey, index: first, isLast: first === final },
    dataKey,
  );
  chunk.update(bytes, undefined);
  const [plain = Buffer.alloc(0)] = chunk.verify();
  const wanted = plain.subarray(skip, skip + length);
  if (plain.length <= READ_AT_ONCE) return wanted;
  // Copy the range, so that a slow client does not keep the whole chunk in memory.
  const copy = Buffer.from(wanted);
  freeBuffer(plain);
  return copy;
}
