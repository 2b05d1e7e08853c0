import { type FileHandle, open } from 'node:fs/promises';
import { batchChunks } from '../streams/batch-chunks.js';
import type { BytePieces } from '../streams/byte-pieces.js';
import { type WriteOptions, WriteQueue } from './write-queue.js';

const WRITE_SIZE = 256 * 1024;
const OWNER_ONLY = 0o600;

/**
 * Writes `body` to a new file at `path`, as `writeBody` does.
 * With `sync` the bytes survive a power cut once this resolves.
 * @returns number of bytes
 */
export async function writeDraft(
  path: string,
  body: AsyncIterable<BytePieces>,
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

/**
 * Writes `body` at `start`, in batches of 256 KiB, while it receives the next. With `sync`, also flushes to disk while
 * the body arrives.
 * @returns position after the last byte
 */
export async function writeBody(
  file: FileHandle,
  start: number,
  body: AsyncIterable<BytePieces>,
  options: WriteOptions,
): Promise<number> {
  const queue = new WriteQueue(file, start, options);
  try {
    for await (const batch of batchChunks(body, WRITE_SIZE)) await queue.add(batch);
    return await queue.end();
  } finally {
    await queue.close();
  }
}
