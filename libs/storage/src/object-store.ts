import type { Readable } from 'node:stream';
import type { BytePieces } from './streams/byte-pieces.js';

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

/**
 * The progress of an object that is not complete. The caller keeps it and passes it to the next append. All fields but
 * `size` are opaque to the caller.
 */
export interface AppendState {
  /** Bytes as stored. */
  readonly size: number;
  /** S3: id of the multipart upload, once it has a part. */
  readonly uploadId: string | null;
  /** S3: entity tags of its parts. */
  readonly parts: readonly string[];
  /** S3: name of the object that keeps the bytes after the last part. */
  readonly tail: string | null;
}

export interface AppendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after the last byte of the body: true makes the object complete. */
  readonly completes?: () => boolean;
  /** Called when bytes became durable while the body still arrives. */
  readonly onDurable?: (state: AppendState) => void;
}

/** Port of the object store. Waybill generates all keys, from lower-case letters, digits, `-` and `/`. */
export abstract class ObjectStore {
  /** Whether the objects are files in the data folder. A copy or a move of the folder then includes them. */
  readonly isFolder: boolean = false;

  /**
   * Stores all of `body` under `key`. When it resolves, the bytes survive a crash of the process and the machine. When
   * it rejects (the body failed, `signal` fired, the disk is full), nothing new is stored under `key`.
   * Replaces an existing object atomically: readers see the old or the new one.
   * Memory use does not depend on the length of the body. The store owns the chunks of the body and may free them.
   * @param size length of the body in bytes, if known. Without it, S3 refuses a body of more than 48.8 GiB.
   * @returns number of bytes stored
   * @throws AppError `server.storage-full`
   */
  abstract put(
    key: string,
    body: AsyncIterable<BytePieces>,
    signal?: AbortSignal,
    size?: number,
  ): Promise<{ size: number }>;

  /**
   * Appends `body` to the bytes of `since`; null starts a new object. When it resolves, the bytes survive a crash.
   * `get`, `stat` and `list` do not see the object before it is complete. When it rejects, `since` is still valid.
   * Appending to an older state replaces the bytes that were appended after that state. The caller prevents concurrent
   * appends to one object.
   * @returns the new state; null when the object is complete
   * @throws AppError `server.storage-full`
   * @throws AlreadyCompleteError, ObjectNotFoundError when the bytes of `since` were deleted
   */
  abstract append(
    key: string,
    since: AppendState | null,
    body: AsyncIterable<BytePieces>,
    options?: AppendOptions,
  ): Promise<AppendState | null>;

  /**
   * Reads the bytes of `key`, or of `range`; an end beyond the last byte means the last byte. Applies backpressure:
   * nothing is read ahead of a slow consumer. Destroying the stream frees its resources.
   * @throws ObjectNotFoundError before any byte is read
   * @throws RangeError when the range starts beyond the last byte
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * Reads a range of at most a few MiB at once, and returns the result of `use`. `use` must neither change the bytes
   * nor keep them: other callers may share them, and they are freed. `use` gets fewer bytes if the object ends within
   * the range. With several processes on one store, it may get stale bytes for 50 ms after another process replaced or
   * deleted the object.
   * @throws ObjectNotFoundError
   * @throws RangeError when the range starts beyond the last byte
   */
  abstract withBytes<T>(key: string, range: ByteRange, use: (bytes: Buffer) => T): Promise<T>;

  abstract stat(key: string): Promise<ObjectInfo | null>;

  /** Idempotent: deleting a missing object succeeds. Also deletes what was appended to an incomplete object. */
  abstract delete(key: string): Promise<void>;

  /** Every object whose key starts with `prefix`, in no particular order. */
  abstract list(prefix: string): AsyncIterable<ObjectInfo>;

  /** Removes interrupted puts and incomplete objects that received no byte since `before`. @returns their number */
  abstract removeUnfinished(before: Date): Promise<number>;

  /** Rejects when the store is unavailable. */
  abstract check(): Promise<void>;
}

/**
 * The object is complete already: an earlier append completed it, but its caller did not learn of that, for example
 * because it was killed.
 */
export class AlreadyCompleteError extends Error {
  override readonly name = 'AlreadyCompleteError';

  constructor(key: string) {
    super(`The object ${key} is complete`);
  }
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';

  constructor(key: string) {
    super(`There is no object ${key}`);
  }
}
