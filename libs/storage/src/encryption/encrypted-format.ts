import { resolveRange } from '../byte-range.js';
import type { ByteRange } from '../object-store.js';

/**
 * Format of an encrypted object (docs/decisions/encryption-at-rest.md): chunks of 1 MiB, the last one shorter, each
 *
 *     seed (7) ‖ ciphertext ‖ tag (16)          AES-256-GCM under the object's own data key
 *
 *     nonce           = seed ‖ index (4) ‖ is last (1)
 *     associated data = index (4) ‖ is last (1) ‖ object key
 *
 * There is always a last chunk, also for an empty object. Every write draws a new random seed.
 */
export const STORED_CHUNK_SIZE = 1024 * 1024;
export const SEED_LENGTH = 7;
export const TAG_LENGTH = 16;
const OVERHEAD = SEED_LENGTH + TAG_LENGTH;
/** Plain bytes in every chunk but the last. */
export const PLAIN_CHUNK_SIZE = STORED_CHUNK_SIZE - OVERHEAD;

export const CIPHER = 'aes-256-gcm';
export const KEY_LENGTH = 32;

/** Stored size of `plainSize` plain bytes. */
export function encryptedSize(plainSize: number): number {
  return plainSize + OVERHEAD * chunkCount(plainSize);
}

/** Identifies one chunk among all chunks of all objects. */
export interface ChunkPosition {
  readonly objectKey: string;
  readonly index: number;
  readonly isLast: boolean;
}

export function chunkNonce(seed: Uint8Array, position: ChunkPosition): Buffer {
  return Buffer.concat([seed, positionBytes(position)]);
}

export function chunkAssociatedData(position: ChunkPosition): Buffer {
  return Buffer.concat([positionBytes(position), Buffer.from(position.objectKey)]);
}

function positionBytes({ index, isLast }: ChunkPosition): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(index);
  bytes.writeUInt8(isLast ? 1 : 0, 4);
  return bytes;
}

/** The chunks that contain a range of plain bytes. */
export interface ChunkRange {
  readonly first: number;
  readonly last: number;
  /** Index of the object's last chunk. */
  readonly final: number;
  /** Range of stored bytes. */
  readonly stored: ByteRange;
  /** Plain bytes to skip at the start of the first chunk. */
  readonly skip: number;
  /** Plain bytes to return. */
  readonly length: number;
}

/** @throws RangeError when the range starts beyond the last byte */
export function chunksForRange(size: number, range?: ByteRange): ChunkRange {
  const { start, stop } = resolveRange(range, size);
  const final = chunkCount(size) - 1;
  const first = Math.floor(start / PLAIN_CHUNK_SIZE);
  const last = Math.floor(Math.max(stop - 1, 0) / PLAIN_CHUNK_SIZE);
  return {
    first,
    last,
    final,
    stored: {
      start: first * STORED_CHUNK_SIZE,
      end: Math.min((last + 1) * STORED_CHUNK_SIZE, encryptedSize(size)) - 1,
    },
    skip: start - first * PLAIN_CHUNK_SIZE,
    length: stop - start,
  };
}

function chunkCount(plainSize: number): number {
  return Math.max(1, Math.ceil(plainSize / PLAIN_CHUNK_SIZE));
}
