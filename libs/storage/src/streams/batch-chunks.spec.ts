import { batchChunks } from './batch-chunks.js';

async function* of(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size);
}

async function groups(...sizes: number[]): Promise<number[][]> {
  const got = [];
  for await (const group of batchChunks(of(...sizes), 10)) got.push(group.map(({ length }) => length));
  return got;
}

describe('batchChunks', () => {
  it.each([
    ['nothing', [], []],
    ['empty chunks', [0, 0], []],
    ['too little', [3, 4], [[3, 4]]],
    ['what fits', [10, 4, 6], [[10], [4, 6]]],
    ['what straddles', [7, 7, 25, 1], [[7, 7], [25], [1]]],
  ])('groups %s into batches of a minimum size', async (_case, sizes, expected) => {
    expect(await groups(...sizes)).toEqual(expected);
  });

  it('does not copy chunks', async () => {
    const chunk = new Uint8Array(10);
    const { value } = await batchChunks(
      (async function* () {
        yield chunk;
      })(),
      10,
    ).next();
    expect(value).toEqual([chunk]);
    expect((value as Uint8Array[])[0]).toBe(chunk);
  });
});
