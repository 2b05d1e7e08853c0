/**
 * Gives the memory of `bytes` back at once. Left to the collector, buffers of 1 MiB would make V8 mark its whole heap
 * every few dozen of them, which costs more than encryption does.
 *
 * Only for bytes that are nobody else's, and after their last use: they are empty afterwards. Bytes that share their
 * memory with others are left alone.
 */
export function freeBuffer(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength) buffer.transfer(0);
}
