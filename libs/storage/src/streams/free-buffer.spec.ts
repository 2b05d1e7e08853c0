import { freeBuffer } from './free-buffer.js';

describe('release', () => {
  it('gives memory back at once', () => {
    const bytes = Buffer.allocUnsafeSlow(1024);
    freeBuffer(bytes);
    expect(bytes.byteLength).toBe(0);
  });

  it('leaves memory alone that others may be using', () => {
    const shared = Buffer.allocUnsafeSlow(1024);
    freeBuffer(shared.subarray(0, 512));
    expect(shared.byteLength).toBe(1024);
  });
});
