import type { FileHandle } from 'node:fs/promises';
import { lengthOf } from '../streams/byte-pieces.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { writeAll } from './write-all.js';

/** Bytes that all queues of a process together may hold, besides one batch each. */
const SHARED_BYTES = 2 * 1024 * 1024;
/** Bytes between two flushes. With only one at the end, a large object would wait for the disk to write all bytes. */
const FLUSH_SIZE = 16 * 1024 * 1024;

export interface WriteOptions {
  /** Whether to flush to disk while the body arrives. The caller syncs at the end. */
  readonly sync: boolean;
  /** Called after a flush with the position up to which the bytes are durable. The next flush waits for its end. */
  readonly onFlush?: ((end: number) => Promise<void>) | undefined;
  /** Called before each write. Rejects to end the write. */
  readonly beforeWrite?: (() => Promise<void>) | undefined;
}

/** Bytes that wait in all queues of this process. */
let waitingInProcess = 0;

/**
 * Only one flush runs per process: waiting for the disk must not occupy all threads of libuv, which also read files.
 */
let isFlushing = false;

/**
 * Writes batches to a file, one write at a time, while the next batches arrive. Owns the bytes of the batches, and
 * frees them once they are written.
 */
export class WriteQueue {
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** The write that is running; null if there is none. Never rejects. */
  private writing: Promise<void> | null = null;
  private flushing = Promise.resolve();
  private failure: { readonly error: unknown } | null = null;
  private flushed: number;

  /** @param position where the first byte goes */
  constructor(
    private readonly file: FileHandle,
    private position: number,
    private readonly options: WriteOptions,
  ) {
    this.flushed = position;
  }

  /** Resolves once the next batch may be made. Rejects with the error of an earlier write. */
  async add(batch: readonly Uint8Array[]): Promise<void> {
    this.throwFailure();
    this.waiting.push(...batch);
    this.count(lengthOf(batch));
    if (!this.writing) this.startWrite();
    while (this.waitingBytes > 0 && waitingInProcess > SHARED_BYTES && this.writing) await this.writing;
    this.throwFailure();
  }

  /** Waits for all writes. @returns position after the last byte */
  async end(): Promise<number> {
    while (this.writing) await this.writing;
    this.throwFailure();
    // The system reports a failed write-back only once, so the last sync would not repeat the error of a flush.
    await this.flushing;
    return this.position;
  }

  /** Drops what waits. The caller may close the file then: a closed descriptor may be reused for another file. */
  async close(): Promise<void> {
    this.dropWaiting();
    await this.writing;
    await this.flushing.catch(() => undefined);
  }

  private startWrite(): void {
    this.writing = this.write()
      .catch((error: unknown) => {
        this.failure ??= { error };
        this.dropWaiting();
      })
      .then(() => {
        this.writing = null;
        if (this.waiting.length > 0) this.startWrite();
      });
  }

  /** Writes all that waits. */
  private async write(): Promise<void> {
    await this.options.beforeWrite?.();
    const batch = this.waiting;
    const bytes = this.waitingBytes;
    this.waiting = [];
    this.count(-bytes);
    await writeAll(this.file, batch, this.position);
    for (const chunk of batch) freeBuffer(chunk);
    this.position += bytes;
    if (this.options.sync && this.position - this.flushed >= FLUSH_SIZE && !isFlushing) this.startFlush();
  }

  private startFlush(): void {
    const end = this.position;
    this.flushed = end;
    this.flushing = this.flush(end);
    this.flushing.catch((error: unknown) => (this.failure ??= { error }));
  }

  private async flush(end: number): Promise<void> {
    isFlushing = true;
    try {
      await this.file.datasync();
      await this.options.onFlush?.(end);
    } finally {
      isFlushing = false;
    }
  }

  private dropWaiting(): void {
    this.count(-this.waitingBytes);
    this.waiting = [];
  }

  private count(bytes: number): void {
    this.waitingBytes += bytes;
    waitingInProcess += bytes;
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }
}
