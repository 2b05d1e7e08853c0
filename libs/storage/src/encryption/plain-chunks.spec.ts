import { PLAIN_CHUNK_SIZE } from './encrypted-format.js';
import { PlainChunks } from './plain-chunks.js';

const bytesOf = (size: number, fill = 1): Buffer => Buffer.allocUnsafeSlow(size).fill(fill);

describe('PlainChunks', () => {
  it('makes a whole chunk of one buffer without a copy, and frees it afterwards', () => {
    const chunks = new PlainChunks();
    const bytes = bytesOf(PLAIN_CHUNK_SIZE);
    expect(chunks.take(bytes, 0)).toBe(bytes);
    chunks.release(bytes);
    expect(chunks.isFull).toBe(true);
    expect(chunks.partial.buffer).toBe(bytes.buffer);
    chunks.next();
    expect(bytes.byteLength).toBe(0);
    expect(chunks.partial).toHaveLength(0);
  });

  it('puts small buffers together, and frees each', () => {
    const chunks = new PlainChunks();
    const both = [bytesOf(3, 1), bytesOf(2, 2)];
    for (const bytes of both) {
      chunks.take(bytes, 0);
      chunks.release(bytes);
    }
    expect([...chunks.partial]).toEqual([1, 1, 1, 2, 2]);
    expect(both.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  });

  it('fills the chunk with the part of a buffer that fits, and the next chunk with the rest, for any size', () => {
    const chunks = new PlainChunks();
    const bytes = bytesOf(2 * PLAIN_CHUNK_SIZE);
    expect(chunks.take(bytes, 0)).toHaveLength(PLAIN_CHUNK_SIZE);
    chunks.next();
    expect(chunks.take(bytes, PLAIN_CHUNK_SIZE)).toHaveLength(PLAIN_CHUNK_SIZE);
    // The second chunk is a copy: the buffer that both came from is freed.
    chunks.release(bytes);
    expect(chunks.partial).toHaveLength(PLAIN_CHUNK_SIZE);
    expect(chunks.partial[PLAIN_CHUNK_SIZE - 1]).toBe(1);
  });

  it('does not free bytes that share their memory', () => {
    const shared = Buffer.alloc(10);
    const chunks = new PlainChunks();
    chunks.take(shared.subarray(0, 5), 0);
    chunks.next();
    expect(shared.byteLength).toBe(10);
  });
});
