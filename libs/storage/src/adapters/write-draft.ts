import { type FileHandle, open } from 'node:fs/promises';
import { batchChunks } from '../streams/batch-chunks.js';
import { freeBuffer } from '../streams/free-buffer.js';

const WRITE_SIZE = 1024 * 1024;
/** Written bytes after which the disk is asked to begin. Left to the end, a large object would wait for all of it. */
const FLUSH_SIZE = 32 * 1024 * 1024;
const OWNER_ONLY = 0o600;

/**
 * Writes `body` to a new file at `path`: one megabyte is being written while the next one comes in, and the disk begins
 * long before the last byte. Holds two megabytes at most.
 * @param sync whether the bytes survive a power cut once this resolves
 * @returns bytes written
 */
export async function writeDraft(
  path: string,
  body: AsyncIterable<Uint8Array>,
  sync: boolean,
): Promise<number> {
  const file = await open(path, 'wx', OWNER_ONLY);
  let writing = Promise.resolve();
  let flushing = Promise.resolve();
  try {
    let size = 0;
    let unflushed = 0;
    for await (const group of batchChunks(body, WRITE_SIZE)) {
      await writing;
      writing = writeAll(file, group);
      // It is awaited with the next group; should the body fail first, its error is the one to tell.
      writing.catch(() => undefined);
      const written = lengthOf(group);
      size += written;
      unflushed += written;
      if (!sync || unflushed < FLUSH_SIZE || isFlushing) continue;
      await flushing;
      flushing = flush(file);
      flushing.catch(() => undefined);
      unflushed = 0;
    }
    await writing;
    // A failure to write is told once, and to whoever asked first: the last sync would know nothing of it.
    await flushing;
    if (sync) await file.sync();
    return size;
  } finally {
    // Once closed, the descriptor's number may belong to another file.
    await Promise.allSettled([writing, flushing]);
    await file.close();
  }
}

/** One at a time in all of the process: waiting for the disk must never take all the threads that files are read with. */
let isFlushing = false;

async function flush(file: FileHandle): Promise<void> {
  isFlushing = true;
  try {
    await file.datasync();
  } finally {
    isFlushing = false;
  }
}

/** A single write may end early, without an error, where space runs out. */
async function writeAll(file: FileHandle, group: readonly Uint8Array[]): Promise<void> {
  let left = group;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    left = after(left, bytesWritten);
  }
  for (const chunk of group) freeBuffer(chunk);
}

/** What remains of `group` without its first `bytes`. */
function after(group: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skipped = bytes;
  const rest: Uint8Array[] = [];
  for (const chunk of group) {
    if (skipped < chunk.length) rest.push(chunk.subarray(skipped));
    skipped = Math.max(0, skipped - chunk.length);
  }
  return rest;
}

function lengthOf(group: readonly Uint8Array[]): number {
  return group.reduce((sum, { length }) => sum + length, 0);
}
