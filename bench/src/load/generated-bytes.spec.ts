import { BLOCK_BYTES, generateBytes } from './generated-bytes.js';

async function collect(size: number, bytesPerSecond?: number): Promise<Buffer> {
  const parts = [];
  for await (const part of generateBytes(size, bytesPerSecond)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

describe('generateBytes', () => {
  it.each([0, 1, BLOCK_BYTES, 2 * BLOCK_BYTES + 5])('generates exactly %d bytes', async (size) => {
    expect(await collect(size)).toHaveLength(size);
  });

  it('generates the same bytes at every pace', async () => {
    const size = BLOCK_BYTES + 1000;
    expect((await collect(size)).equals(await collect(size, 20 * BLOCK_BYTES))).toBe(true);
  });

  it('keeps to the pace of a slow client', async () => {
    const began = performance.now();
    await collect(BLOCK_BYTES, 4 * BLOCK_BYTES);
    expect(performance.now() - began).toBeGreaterThan(150);
  });
});
