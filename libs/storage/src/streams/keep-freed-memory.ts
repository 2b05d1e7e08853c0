import { freeBuffer } from './free-buffer.js';

const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Makes glibc reuse the memory of freed chunks. By default it returns a chunk to the system when it is freed and gets the
 * next one page by page, which costs a download more processor time than its decryption. glibc adapts to the largest block
 * that was freed: it keeps blocks up to this size, and twice the size of free memory at the end of its heap. No page of
 * the block is touched. Other allocators are not affected.
 */
export function keepFreedMemory(): void {
  freeBuffer(Buffer.allocUnsafeSlow(BLOCK_BYTES));
}
