import { createCipheriv } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '../report/size.js';

/** Size of one write to a connection and of one read from it. */
export const BLOCK_BYTES = MIB;

/** Incompressible bytes, the same in every process. */
const block = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(BLOCK_BYTES),
);

/** A slow client moves its bytes in this many steps per second, not once per second. */
const STEPS_PER_SECOND = 10;

/**
 * Generates a file of `size` bytes from blocks that must not be modified.
 * @param bytesPerSecond pace of a slow client; without it, as fast as the reader takes them
 */
export async function* generateBytes(size: number, bytesPerSecond?: number): AsyncGenerator<Uint8Array> {
  const step = Math.min(BLOCK_BYTES, Math.ceil((bytesPerSecond ?? Infinity) / STEPS_PER_SECOND));
  const began = performance.now();
  let sent = 0;
  while (sent < size) {
    if (bytesPerSecond !== undefined) await sleep(Math.max(0, delayUntilDue(began, sent, bytesPerSecond)));
    const from = sent % BLOCK_BYTES;
    const part = block.subarray(from, Math.min(from + step, BLOCK_BYTES, from + size - sent));
    sent += part.length;
    yield part;
  }
}

/** Milliseconds until `bytes` are due at this pace. Negative when they are overdue. */
export function delayUntilDue(began: number, bytes: number, bytesPerSecond: number): number {
  return began + (bytes / bytesPerSecond) * 1000 - performance.now();
}
