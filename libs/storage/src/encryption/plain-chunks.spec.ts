import { PLAIN_CHUNK_SIZE } from './encrypted-format.js';
import { PlainChunks } from './plain-chunks.js';

const KIB = 1024;

const bytesOf = (size: number, fill = 1): Buffer => Buffer.allocUnsafeSlow(size).fill(fill);
const plainOf = ({ parts }: PlainChunks): Buffer => Buffer.concat(parts);

describe('PlainChunks', () => {
  it('keeps large buffers without a copy, and frees them with their chunk', () => {
    const chunks = new PlainChunks();
    const whole = [bytesOf(64 * KIB), bytesOf(PLAIN_CHUNK_SIZE - 64 * KIB)];
    for (const bytes of whole) chunks.take(bytes, 0);
    expect(chunks.isFull).toBe(true);
    expect(chunks.parts.map(({ buffer }) => buffer)).toEqual(whole.map(({ buffer }) => buffer));
    chunks.next();
    expect(whole.map(({ byteLength }) => byteLength)).toEqual(whole.map(() => 0));
    expect(chunks.parts).toEqual([]);
  });

  it('does not copy the bytes of a small object', () => {
    const chunks = new PlainChunks();
    const bytes = bytesOf(10);
    chunks.take(bytes, 0);
    expect(chunks.parts[0]?.buffer).toBe(bytes.buffer);
  });

  it('has no parts after an empty buffer', () => {
    const chunks = new PlainChunks();
    chunks.take(Buffer.alloc(0), 0);
    expect(chunks.parts).toEqual([]);
  });

  it('copies small buffers together, and frees each', () => {
    const chunks = new PlainChunks();
    const small = [1, 2, 3].map((fill) => bytesOf(2, fill));
    const taken = small.map((bytes) => [...chunks.take(bytes, 0)]);
    expect(taken).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect([...plainOf(chunks)]).toEqual([1, 1, 2, 2, 3, 3]);
    expect(chunks.parts).toHaveLength(2);
    expect(small.slice(1).map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  });

  it('keeps the order of small and large buffers', () => {
    const chunks = new PlainChunks();
    const sizes = [20 * KIB, 1, 2, 20 * KIB, 3, 20 * KIB];
    const sent = sizes.map((size, index) => Buffer.alloc(size, index));
    for (const bytes of sent) chunks.take(Buffer.from(bytes), 0);
    expect(plainOf(chunks).equals(Buffer.concat(sent))).toBe(true);
  });

  it('takes little more memory than its bytes, also of a chunk in single bytes between large buffers', () => {
    const chunks = new PlainChunks();
    for (let pair = 0; pair < 60; pair++) {
      chunks.take(bytesOf(16 * KIB), 0);
      chunks.take(bytesOf(1), 0);
    }
    const memory = new Set(chunks.parts.map(({ buffer }) => buffer));
    const held = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(held).toBeLessThanOrEqual(chunks.length + 64 * KIB);
  });

  it('fills the chunk with the part of a buffer that fits, and the next chunk with the rest', () => {
    const chunks = new PlainChunks();
    const bytes = bytesOf(2 * PLAIN_CHUNK_SIZE + 5, 7);
    expect(chunks.take(bytes, 0)).toHaveLength(PLAIN_CHUNK_SIZE);
    chunks.next();
    expect(chunks.take(bytes, PLAIN_CHUNK_SIZE)).toHaveLength(PLAIN_CHUNK_SIZE);
    expect(plainOf(chunks)[PLAIN_CHUNK_SIZE - 1]).toBe(7);
    chunks.next();
    // The last bytes are few, so they are copied into the chunk, and the buffer is freed.
    chunks.take(bytesOf(100 * KIB), 0);
    expect([...chunks.take(bytes, 2 * PLAIN_CHUNK_SIZE)]).toEqual([7, 7, 7, 7, 7]);
    expect(bytes.byteLength).toBe(0);
  });

  it('does not free bytes that share their memory', () => {
    const shared = Buffer.alloc(10);
    const chunks = new PlainChunks();
    chunks.take(shared.subarray(0, 5), 0);
    chunks.next();
    expect(shared.byteLength).toBe(10);
  });
});
