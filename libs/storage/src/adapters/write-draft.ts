import { type FileHandle, open } from 'node:fs/promises';
import { batchChunks } from '../streams/batch-chunks.js';
import { freeBuffer } from '../streams/free-buffer.js';
import { writeAll } from './write-all.js';

const WRITE_SIZE = 256 * 1024;
/** Bytes between two flushes. With only one at the end, a large object would wait for the disk to write all bytes. */
const FLUSH_SIZE = 32 * 1024 * 1024;
const OWNER_ONLY = 0o600;

/**
 * Writes `body` to a new file at `path`, as `writeBody` does.
 * With `sync` the bytes survive a power cut once this resolves.
 * @returns number of bytes
 */
export async function writeDraft(
  path: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<number> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    const size = await writeBody(file, 0, body, options);
    if (options.sync) await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

export interface WriteOptions {
  /** Whether to flush to disk while the body arrives. The caller syncs at the end. */
  readonly sync: boolean;
  /** Called after a flush with the position up to which the bytes are durable. */
  readonly onFlush?: ((end: number) => void) | undefined;
  /** Called before each batch. Rejects to end the write. */
  readonly beforeWrite?: (() => Promise<void>) | undefined;
}

/**
 * Writes `body` at `start`. Writes one batch of 256 KiB while it receives the next, so that it holds two at most. With
 * `sync`, also flushes to disk while the body arrives.
 * @returns position after the last byte
 */
export async function writeBody(
  file: FileHandle,
  start: number,
  body: AsyncIterable<Uint8Array>,
  { sync, onFlush, beforeWrite }: WriteOptions,
): Promise<number> {
  let writing = Promise.resolve();
  let flushing = Promise.resolve();
  try {
    let end = start;
    let flushed = start;
    for await (const group of batchChunks(body, WRITE_SIZE)) {
      await writing;
      await beforeWrite?.();
      const written = end;
      writing = writeAndFree(file, group, end);
      // Awaited with the next batch. If the body fails before that, its error is the one to report.
      writing.catch(() => undefined);
      end += lengthOf(group);
      if (!sync || end - flushed < FLUSH_SIZE || isFlushing) continue;
      await flushing;
      flushing = flush(file).then(() => onFlush?.(written));
      flushing.catch(() => undefined);
      flushed = end;
    }
    await writing;
    // The system reports a failed write-back only once, so the last sync would not repeat the error of a flush.
    await flushing;
    return end;
  } finally {
    // Wait for the last write: the caller then closes the file, and a closed descriptor may be reused for another file.
    await Promise.allSettled([writing, flushing]);
  }
}

/**
 * Only one flush runs per process: waiting for the disk must not occupy all threads of libuv, which also read files.
 */
let isFlushing = false;

async function flush(file: FileHandle): Promise<void> {
  isFlushing = true;
  try {
    await file.datasync();
  } finally {
    isFlushing = false;
  }
}

async function writeAndFree(file: FileHandle, group: readonly Uint8Array[], start: number): Promise<void> {
  await writeAll(file, group, start);
  for (const chunk of group) freeBuffer(chunk);
}

function lengthOf(group: readonly Uint8Array[]): number {
  return group.reduce((sum, { length }) => sum + length, 0);
}
