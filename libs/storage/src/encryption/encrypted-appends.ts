import { createSecretKey, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { AppendedBytes, ObjectTicket } from '@waybill/contracts';
import { type AppendState, ObjectNotFoundError, ObjectStore } from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { ChunkEncryption } from './chunk-encryption.js';
import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE } from './encrypted-format.js';
import { Keyring } from './keyring.js';
import { decryptPartialChunk, encryptPartialChunk } from './partial-chunk.js';

export interface EncryptedAppendOptions {
  /** Id of this append alone. It names the tail, so that the caller can find that of an append that was killed. */
  readonly writer: string;
  readonly signal?: AbortSignal | undefined;
  /** Called after the last byte with the size of the object: true makes it complete. */
  readonly completes: (size: number) => boolean;
  /** Called when bytes became durable while the body still arrives. */
  readonly onDurable?: ((appended: AppendedBytes) => void) | undefined;
}

export interface AppendResult extends AppendedBytes {
  readonly isComplete: boolean;
}

/** Key of the tail that the append `writer` leaves after the full chunks of an object. */
export function tailKeyOf(objectKey: string, writer: string): string {
  return `${objectKey}/${writer}`;
}

/**
 * Appends to encrypted objects at any offset (docs/decisions/appending-to-encrypted-objects.md). Full chunks are
 * appended to the object. The bytes after them are encrypted into a tail, an object of their own, until the next
 * append.
 */
@Injectable()
export class EncryptedAppends {
  constructor(
    private readonly store: ObjectStore,
    private readonly keyring: Keyring,
  ) {}

  /** Generates the object key and the wrapped data key of a new object. Stores nothing. */
  create(): ObjectTicket {
    const objectKey = randomUUID();
    return { objectKey, wrappedKey: this.keyring.createAppended(objectKey) };
  }

  /**
   * Encrypts `body` and appends it, with the guarantees of `ObjectStore.append`. Holds little more than one chunk. Owns
   * the bytes of the body, and frees them.
   * @param since state of the durable bytes; null starts a new object
   * @throws AppError `server.storage-full`; errors of the body; the signal's reason
   * @throws AlreadyCompleteError, ObjectNotFoundError
   */
  async append(
    { objectKey, wrappedKey }: ObjectTicket,
    since: AppendedBytes | null,
    body: AsyncIterable<BytePieces>,
    { writer, signal, completes, onDurable }: EncryptedAppendOptions,
  ): Promise<AppendResult> {
    const dataKey = this.keyring.unwrap(wrappedKey, objectKey);
    const start = since?.chunks ?? null;
    const partial = since?.tail ? await this.readTail(since.tail, objectKey, dataKey) : Buffer.alloc(0);
    const sums = new PendingSums();
    const chunks = new ChunkEncryption(createSecretKey(dataKey), objectKey, {
      before: { stored: start?.size ?? 0, partial, crc32: since?.crc32 ?? 0 },
      completes,
      onChunk: (count, crc32) => sums.add(count, crc32),
    });
    const encrypted = chunks.encrypt(abortable(body, signal));
    const state = await this.store.append(objectKey, start, encrypted, {
      signal,
      completes: () => chunks.isComplete,
      onDurable: (durable) => {
        const appended = sums.durable(durable);
        if (appended && appended.size > (since?.size ?? 0)) onDurable?.(appended);
      },
    });
    const { size, crc32 } = chunks;
    if (state === null) return { size, crc32, chunks: null, tail: null, isComplete: true };
    const { partial: rest } = chunks;
    if (rest.length === 0) return { size, crc32, chunks: state, tail: null, isComplete: false };
    // A new object for each append: the previous tail is needed until the caller has acknowledged this one.
    const tail = tailKeyOf(objectKey, writer);
    await this.store.put(tail, once(encryptPartialChunk(rest, dataKey, tail)), signal);
    return { size, crc32, chunks: state, tail, isComplete: false };
  }

  private async readTail(tailKey: string, objectKey: string, dataKey: Buffer): Promise<Buffer> {
    const stored = await this.store.get(tailKey).catch((error: unknown) => {
      throw error instanceof ObjectNotFoundError ? new ObjectNotFoundError(objectKey) : error;
    });
    return decryptPartialChunk(await buffer(stored), dataKey, tailKey);
  }
}

/** The CRC-32 of bytes that are encrypted, but not yet durable. */
class PendingSums {
  /** CRC-32 of the first chunks, by their number. */
  private readonly sums = new Map<number, number>();

  add(count: number, crc32: number): void {
    this.sums.set(count, crc32);
  }

  /** The durable state when the store holds `stored`: full chunks only. Null if no further chunk became durable. */
  durable(stored: AppendState): AppendedBytes | null {
    const count = Math.floor(stored.size / STORED_CHUNK_SIZE);
    const sum = this.sums.get(count);
    if (sum === undefined) return null;
    for (const end of this.sums.keys()) if (end <= count) this.sums.delete(end);
    const chunks = { ...stored, size: count * STORED_CHUNK_SIZE };
    return { size: count * PLAIN_CHUNK_SIZE, crc32: sum, chunks, tail: null };
  }
}

// oxlint-disable-next-line typescript/require-await -- the store reads asynchronously
async function* once(bytes: BytePieces): AsyncGenerator<BytePieces> {
  yield bytes;
}
