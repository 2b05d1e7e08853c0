import type { Readable } from 'node:stream';

export interface ObjectInfo {
  readonly key: string;
  /** Bytes as stored. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Bytes `start` to `end`, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Port of the object store. Waybill generates all keys, from lower-case letters, digits, `-` and `/`. */
export abstract class ObjectStore {
  /**
   * Stores all of `body` under `key`. When it resolves, the bytes survive a crash of the process and the machine. When it
   * rejects (the body failed, `signal` fired, the disk is full), nothing new is stored under `key`.
   * Replaces an existing object atomically: readers see the old or the new one.
   * Memory use does not depend on the length of the body. The store owns the chunks of the body and may free them.
   * @returns number of bytes stored
   * @throws AppError `server.storage-full`
   */
  abstract put(key: string, body: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<{ size: number }>;

  /**
   * Reads the bytes of `key`, or of `range`; an end beyond the last byte means the last byte. Applies back-pressure:
   * nothing is read ahead of a slow consumer. Destroying the stream frees its resources.
   * @throws ObjectNotFoundError before any byte is read
   * @throws RangeError when the range starts beyond the last byte
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  abstract stat(key: string): Promise<ObjectInfo | null>;

  /** Idempotent: deleting a missing object succeeds. */
  abstract delete(key: string): Promise<void>;

  /** Every object whose key starts with `prefix`, in no particular order. */
  abstract list(prefix: string): AsyncIterable<ObjectInfo>;

  /** Removes leftovers of interrupted puts that received no byte since `before`. @returns their number */
  abstract removeUnfinished(before: Date): Promise<number>;

  /** Rejects when the store is unavailable. */
  abstract check(): Promise<void>;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';

  constructor(key: string) {
    super(`There is no object ${key}`);
  }
}
