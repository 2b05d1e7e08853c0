import { randomBytes } from 'node:crypto';
import { regroup } from './regroup.js';

async function* of(...chunks: Buffer[]) {
  yield* chunks;
}

async function pieces(chunks: Buffer[], size: number): Promise<Buffer[]> {
  const copies = [];
  for await (const piece of regroup(of(...chunks), size)) copies.push(Buffer.from(piece));
  return copies;
}

describe('regroup', () => {
  const bytes = randomBytes(100);

  it.each([
    ['nothing', []],
    ['empty chunks', [0, 0]],
    ['small chunks', Array<number>(100).fill(1)],
    ['chunks that fit', [10, 10, 10]],
    ['chunks that hold several pieces', [35, 1, 64]],
    ['chunks that straddle', [3, 14, 0, 9, 70]],
  ])('cuts %s into pieces of one size, the last one shorter', async (_case, sizes) => {
    let start = 0;
    const chunks = sizes.map((size) => bytes.subarray(start, (start += size)));
    const got = await pieces(chunks, 10);
    expect(Buffer.concat(got)).toEqual(bytes.subarray(0, start));
    expect(got.slice(0, -1).every((piece) => piece.length === 10)).toBe(true);
    expect(got.every((piece) => piece.length > 0)).toBe(true);
  });

  it('hands a chunk that fits on without copying it', async () => {
    const [piece] = [await regroup(of(bytes), 100).next()].map(({ value }) => value as Uint8Array);
    expect(piece?.buffer).toBe(bytes.buffer);
  });
});
