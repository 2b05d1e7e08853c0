import type { FileHandle } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { readAt, type ZipEntry } from './zip-directory.js';

/** Maximum entries of an Office file that are read. */
export const MAX_ENTRIES = 50_000;
const LOCAL_LENGTH = 30;
export const STORED = 0;
export const DEFLATED = 8;
/** Maximum inflated size of a part, in bytes. Larger parts are decompression bombs. */
export const MAX_PART = 128 * 1024 * 1024;

/** Reads the bytes of an entry as they are in the archive. @throws when the archive is broken */
export async function readRaw(source: FileHandle, entry: ZipEntry): Promise<Buffer> {
  const local = await readAt(source, entry.offset, LOCAL_LENGTH);
  if (local.readUInt32LE(0) !== 0x0403_4b50) throw new Error('The archive is broken');
  const start = entry.offset + LOCAL_LENGTH + local.readUInt16LE(26) + local.readUInt16LE(28);
  return readAt(source, start, entry.compressedSize);
}

/** @throws when the part is larger than any document needs */
export function inflate({ method }: ZipEntry, raw: Buffer, maxLength = MAX_PART): Buffer {
  if (method === STORED) return raw;
  if (method !== DEFLATED) throw new Error('The archive uses an unknown compression');
  return inflateRawSync(raw, { maxOutputLength: maxLength });
}
