import { freeBuffer } from './free-buffer.js';

describe('freeBuffer', () => {
  it('frees memory immediately', () => {
    const bytes = Buffer.allocUnsafeSlow(1024);
    freeBuffer(bytes);
    expect(bytes.byteLength).toBe(0);
  });

  it('does nothing to memory that was freed before, also by another view of it', () => {
    const bytes = Buffer.allocUnsafeSlow(1024);
    const part = bytes.subarray(0, 512);
    freeBuffer(bytes);
    freeBuffer(bytes);
    freeBuffer(part);
    expect(part.byteLength).toBe(0);
  });

  it('does not free shared memory', () => {
    const shared = Buffer.allocUnsafeSlow(1024);
    freeBuffer(shared.subarray(0, 512));
    expect(shared.byteLength).toBe(1024);
  });
});
