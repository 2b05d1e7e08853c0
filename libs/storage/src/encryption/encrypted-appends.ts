import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { AppendedBytes, ObjectTicket } from '@waybill/contracts';
import { type AppendState, ObjectNotFoundError, ObjectStore } from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import { encryptChunk } from './encrypt-stream.js';
import { PLAIN_CHUNK_SIZE, SEED_LENGTH, STORED_CHUNK_SIZE } from './encrypted-format.js';
import { Keyring } from './keyring.js';
import { decryptPartialChunk, encryptPartialChunk } from './partial-chunk.js';
import { PlainChunks } from './plain-chunks.js';

export interface EncryptedAppendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after the last byte with the size of the object: true makes it complete. */
  readonly completes: (size: number) => boolean;
  /** Called when bytes became durable while the body still arrives. */
  readonly onDurable?: ((appended: AppendedBytes) => void) | undefined;
}

export interface AppendResult extends AppendedBytes {
  readonly isComplete: boolean;
}

/**
 * Appends to encrypted objects at any offset (docs/decisions/appending-to-encrypted-objects.md). Full chunks are appended
 * to the object; the plain bytes after them are kept in an object of their own until the next append.
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
   * Encrypts `body` and appends it, with the guarantees of `ObjectStore.append`. Holds little more than one chunk. Owns the
   * bytes of the body, and frees them.
   * @param since what is durable; null begins
   * @throws AppError `server.storage-full`; errors of the body; the signal's reason
   * @throws AlreadyCompleteError, ObjectNotFoundError
   */
  async append(
    { objectKey, wrappedKey }: ObjectTicket,
    since: AppendedBytes | null,
    body: AsyncIterable<Uint8Array>,
    { signal, completes, onDurable }: EncryptedAppendOptions,
  ): Promise<AppendResult> {
    const dataKey = this.keyring.unwrap(wrappedKey, objectKey);
    const start = since?.chunks ?? null;
    const chunks = new ChunkEncryption(
      createSecretKey(dataKey),
      objectKey,
      start?.size ?? 0,
      since?.crc32 ?? 0,
    );
    chunks.fill(since?.tail ? await this.readTail(since.tail, objectKey, dataKey) : Buffer.alloc(0));
    const encrypted = chunks.encrypt(abortable(body, signal), completes);
    const state = await this.store.append(objectKey, start, encrypted, {
      signal,
      completes: () => chunks.isComplete,
      onDurable: (durable) => {
        const appended = chunks.durable(durable);
        if (appended && appended.size > (since?.size ?? 0)) onDurable?.(appended);
      },
    });
    const { size, crc32 } = chunks;
    if (state === null) return { size, crc32, chunks: null, tail: null, isComplete: true };
    const tail = await this.keepTail(chunks.partial, objectKey, dataKey, signal);
    return { size, crc32, chunks: state, tail, isComplete: false };
  }

  private async readTail(tailKey: string, objectKey: string, dataKey: Buffer): Promise<Buffer> {
    const stored = await this.store.get(tailKey).catch((error: unknown) => {
      throw error instanceof ObjectNotFoundError ? new ObjectNotFoundError(objectKey) : error;
    });
    return decryptPartialChunk(await buffer(stored), dataKey, tailKey);
  }

  /** @returns key of the object; null without bytes */
  private async keepTail(
    partial: Uint8Array,
    objectKey: string,
    dataKey: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    if (partial.length === 0) return null;
    // Always a new object: the one before is needed until this one is acknowledged.
    const tailKey = `${objectKey}/${randomUUID()}`;
    await this.store.put(tailKey, pieces(encryptPartialChunk(partial, dataKey, tailKey)), signal);
    return tailKey;
  }
}

/** Cuts plain bytes into chunks and encrypts the full ones. */
class ChunkEncryption {
  isComplete = false;
  /** Plain bytes in total, also those of earlier appends. */
  size: number;
  /** Always a new seed: bytes that were not acknowledged may be replaced by others, in the same chunk. */
  private readonly seed = randomBytes(SEED_LENGTH);
  private readonly chunks = new PlainChunks();
  private index: number;
  /** CRC-32 of the bytes up to the end of each chunk that was encrypted. */
  private readonly sums = new Map<number, number>();

  /** @param stored bytes of full chunks so far */
  constructor(
    private readonly dataKey: KeyObject,
    private readonly objectKey: string,
    stored: number,
    public crc32: number,
  ) {
    this.index = stored / STORED_CHUNK_SIZE;
    this.size = this.index * PLAIN_CHUNK_SIZE;
  }

  /** Plain bytes after the last full chunk. */
  get partial(): Uint8Array {
    return this.chunks.partial;
  }

  /** Starts with the partial chunk of an earlier append, whose bytes are in the CRC-32 already. */
  fill(partial: Buffer): void {
    this.chunks.take(partial, 0);
    this.size += partial.length;
  }

  async *encrypt(
    plain: AsyncIterable<Uint8Array>,
    completes: (size: number) => boolean,
  ): AsyncGenerator<Uint8Array> {
    for await (const bytes of plain) {
      for (let taken = 0; taken < bytes.length;) {
        // Encrypt a full chunk when another byte follows: only then is it known not to be the last.
        if (this.chunks.isFull) for (const piece of this.encryptChunk(false)) yield piece;
        const part = this.chunks.take(bytes, taken);
        this.crc32 = crc32(part, this.crc32);
        taken += part.length;
        this.size += part.length;
      }
      this.chunks.release(bytes);
    }
    if (!completes(this.size)) return;
    for (const piece of this.encryptChunk(true)) yield piece;
    this.isComplete = true;
  }

  /** The durable state once the store has `stored`: full chunks. Null if there is no further chunk. */
  durable(stored: AppendState): AppendedBytes | null {
    const count = Math.floor(stored.size / STORED_CHUNK_SIZE);
    const sum = this.sums.get(count);
    if (sum === undefined) return null;
    for (const end of this.sums.keys()) if (end <= count) this.sums.delete(end);
    const chunks = { ...stored, size: count * STORED_CHUNK_SIZE };
    return { size: count * PLAIN_CHUNK_SIZE, crc32: sum, chunks, tail: null };
  }

  private *encryptChunk(isLast: boolean): Generator<Uint8Array> {
    const { objectKey, index } = this;
    yield* encryptChunk(this.partial, this.seed, this.dataKey, { objectKey, index, isLast });
    this.index++;
    this.chunks.next();
    this.sums.set(this.index, this.crc32);
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- the store reads asynchronously
async function* pieces(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}
