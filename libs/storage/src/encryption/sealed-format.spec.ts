import { PLAIN_CHUNK, SEALED_CHUNK, chunksOf, plainSize, sealedSize } from './sealed-format.js';

describe('the sealed format', () => {
  it.each([
    [0, 23],
    [1, 24],
    [PLAIN_CHUNK, SEALED_CHUNK],
    [PLAIN_CHUNK + 1, SEALED_CHUNK + 24],
    [2 * PLAIN_CHUNK, 2 * SEALED_CHUNK],
  ])('stores %d bytes as %d', (plain, sealed) => {
    expect(sealedSize(plain)).toBe(sealed);
  });

  it('tells the plain size from the stored one', () => {
    for (let n = 0; n < 5; n++) {
      for (const near of [-1, 0, 1, 2, 500_000]) {
        const size = Math.max(0, n * PLAIN_CHUNK + near);
        expect(plainSize(sealedSize(size))).toBe(size);
      }
    }
    expect(plainSize(sealedSize(2 ** 31))).toBe(2 ** 31);
  });

  it('needs one chunk of the store for one byte', () => {
    expect(chunksOf(10 * PLAIN_CHUNK, { start: PLAIN_CHUNK + 5, end: PLAIN_CHUNK + 5 })).toEqual({
      first: 1,
      last: 1,
      final: 9,
      sealed: { start: SEALED_CHUNK, end: 2 * SEALED_CHUNK - 1 },
      skip: 5,
      length: 1,
    });
  });

  it('needs two for two bytes on either side of an edge', () => {
    const span = chunksOf(10 * PLAIN_CHUNK, { start: PLAIN_CHUNK - 1, end: PLAIN_CHUNK });
    expect(span).toMatchObject({ first: 0, last: 1, sealed: { start: 0, end: 2 * SEALED_CHUNK - 1 } });
  });

  it('ends with the object', () => {
    expect(chunksOf(PLAIN_CHUNK + 7).sealed).toEqual({ start: 0, end: SEALED_CHUNK + 30 - 1 });
    expect(chunksOf(0).sealed).toEqual({ start: 0, end: 22 });
  });
});
