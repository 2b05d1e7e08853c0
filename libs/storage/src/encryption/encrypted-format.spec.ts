import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE, chunksForRange, encryptedSize } from './encrypted-format.js';

describe('encrypted format', () => {
  it.each([
    [0, 23],
    [1, 24],
    [PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE],
    [PLAIN_CHUNK_SIZE + 1, STORED_CHUNK_SIZE + 24],
    [2 * PLAIN_CHUNK_SIZE, 2 * STORED_CHUNK_SIZE],
  ])('stores %d bytes as %d', (plain, sealed) => {
    expect(encryptedSize(plain)).toBe(sealed);
  });

  it('reads one chunk for one byte', () => {
    expect(
      chunksForRange(10 * PLAIN_CHUNK_SIZE, { start: PLAIN_CHUNK_SIZE + 5, end: PLAIN_CHUNK_SIZE + 5 }),
    ).toEqual({
      first: 1,
      last: 1,
      final: 9,
      stored: { start: STORED_CHUNK_SIZE, end: 2 * STORED_CHUNK_SIZE - 1 },
      skip: 5,
      length: 1,
    });
  });

  it('reads two chunks for two bytes across their edge', () => {
    const span = chunksForRange(10 * PLAIN_CHUNK_SIZE, {
      start: PLAIN_CHUNK_SIZE - 1,
      end: PLAIN_CHUNK_SIZE,
    });
    expect(span).toMatchObject({ first: 0, last: 1, stored: { start: 0, end: 2 * STORED_CHUNK_SIZE - 1 } });
  });

  it('ends the last range at the end of the object', () => {
    expect(chunksForRange(PLAIN_CHUNK_SIZE + 7).stored).toEqual({
      start: 0,
      end: STORED_CHUNK_SIZE + 30 - 1,
    });
    expect(chunksForRange(0).stored).toEqual({ start: 0, end: 22 });
  });
});
