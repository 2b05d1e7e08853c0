import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ObjectTicket } from '@waybill/contracts';
import { type ByteRange, ObjectStore } from '../object-store.js';
import { abortable } from '../streams/abortable.js';
import { IntegrityError } from './integrity-error.js';
import { Keyring } from './keyring.js';
import { decryptStream } from './decrypt-stream.js';
import { encryptStream } from './encrypt-stream.js';
import { chunksForRange, plainSize } from './encrypted-format.js';

/** Files as people know them, over a store that only ever sees them locked. */
@Injectable()
export class EncryptedObjects {
  constructor(
    private readonly store: ObjectStore,
    private readonly keyring: Keyring,
  ) {}

  /** A place and a key for a new object. Nothing is kept until `write`. */
  create(): ObjectTicket {
    const objectKey = randomUUID();
    return { objectKey, wrappedKey: this.keyring.create(objectKey) };
  }

  /**
   * Keeps plain bytes under the ticket. Promises what `ObjectStore.put` does.
   * @returns plain bytes kept
   * @throws AppError `server.storage-full`; what the body throws; the signal's reason
   */
  async write(
    { objectKey, wrappedKey }: ObjectTicket,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<{ size: number }> {
    const dataKey = this.keyring.unwrap(wrappedKey, objectKey);
    const sealed = encryptStream(abortable(body, signal), dataKey, objectKey);
    const { size } = await this.store.put(objectKey, sealed, signal);
    return { size: plainSize(size) };
  }

  /**
   * The plain bytes, or `range` of them: reads and opens only the chunks that hold it. A consumer that stops reading
   * holds one chunk of 1 MiB and what is left of the one before it. What is stored and not as it was written destroys the stream with an
   * IntegrityError; no byte is handed out unchecked.
   * @param size plain bytes of the whole object
   * @throws ObjectNotFoundError before any byte is read
   * @throws RangeError when the range begins beyond the last byte
   */
  async read({ objectKey, wrappedKey }: ObjectTicket, size: number, range?: ByteRange): Promise<Readable> {
    const dataKey = this.keyring.unwrap(wrappedKey, objectKey);
    const span = chunksForRange(size, range);
    const sealed = await this.store.get(objectKey, span.stored).catch((error: unknown) => {
      throw error instanceof RangeError ? new IntegrityError(objectKey, 'it is cut', error) : error;
    });
    return decryptStream(sealed, span, dataKey, objectKey);
  }

  /** Idempotent. */
  async delete(objectKey: string): Promise<void> {
    await this.store.delete(objectKey);
  }
}
