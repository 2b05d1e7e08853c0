import { createCipheriv } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '../report/size.js';

/** How much one write hands to a connection, and one read takes from it. */
export const BLOCK_BYTES = MIB;

/** Bytes that no disk or network can compress, the same in every process. */
const block = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(BLOCK_BYTES),
);

/** A slow client sends and reads this many times a second, not all of a second's bytes at once. */
const STEPS_PER_SECOND = 10;

/**
 * `size` bytes of a file that exists nowhere, in blocks that are never changed.
 * @param bytesPerSecond pace of a slow client; as fast as they are taken without it
 */
export async function* generateBytes(size: number, bytesPerSecond?: number): AsyncGenerator<Uint8Array> {
  const step = Math.min(BLOCK_BYTES, Math.ceil((bytesPerSecond ?? Infinity) / STEPS_PER_SECOND));
  const began = performance.now();
  let sent = 0;
  while (sent < size) {
    if (bytesPerSecond !== undefined) await sleep(Math.max(0, dueIn(began, sent, bytesPerSecond)));
    const from = sent % BLOCK_BYTES;
    const part = block.subarray(from, Math.min(from + step, BLOCK_BYTES, from + size - sent));
    sent += part.length;
    yield part;
  }
}

/** Milliseconds until `bytes` may have been moved at this pace; negative when that is past. */
export function dueIn(began: number, bytes: number, bytesPerSecond: number): number {
  return began + (bytes / bytesPerSecond) * 1000 - performance.now();
}
