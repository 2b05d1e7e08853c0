/**
 * Frees the memory of `bytes` immediately and leaves them empty. Without it V8 would mark its whole heap after every
 * few dozen buffers of 1 MiB, which costs more than encryption does.
 *
 * Ownership: a stream of chunks passes each chunk to its consumer, and the last owner frees it after its last use.
 * Bytes that share their ArrayBuffer with others are not freed.
 */
export function freeBuffer(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // A detached buffer was freed already, such as that of a part whose last write was cancelled.
  if (!(buffer instanceof ArrayBuffer) || buffer.detached) return;
  if (bytes.byteLength === buffer.byteLength) buffer.transfer(0);
}
