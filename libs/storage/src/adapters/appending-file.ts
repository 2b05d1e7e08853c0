import { nullIfMissing } from '@waybill/service-kit/durable-files';
import { type FileHandle, open } from 'node:fs/promises';
import type { AppendState } from '../object-store.js';

const OWNER_ONLY = 0o600;

/**
 * Opens the file of an incomplete object and marks it as used now, so that it does not count as a leftover.
 * @param size number of bytes after which to append; 0 starts with an empty file
 * @returns null if the file has fewer bytes, or is missing
 */
export async function openForAppending(path: string, size: number): Promise<FileHandle | null> {
  if (size === 0) return open(path, 'w', OWNER_ONLY);
  const file = await nullIfMissing(open(path, 'r+'));
  if (!file) return null;
  let isLongEnough = false;
  try {
    const stored = await file.stat();
    const now = new Date();
    await file.utimes(now, now);
    isLongEnough = stored.size >= size;
  } finally {
    if (!isLongEnough) await file.close();
  }
  return isLongEnough ? file : null;
}

/** State of an incomplete object of `size` bytes in a file. */
export function fileState(size: number): AppendState {
  return { size, uploadId: null, parts: [], tail: null };
}
