import { encryptedSize } from './encryption/encrypted-format.js';
import { MAX_PARTS, MAX_S3_FILE_SIZE, PART_SIZE, partSizeFor } from './s3-options.js';

describe('the largest file on S3', () => {
  it('fits into the maximum number of parts once it is encrypted, and one byte more does not', () => {
    expect(MAX_S3_FILE_SIZE).toBe(52_427_650_000);
    expect(encryptedSize(MAX_S3_FILE_SIZE)).toBeLessThanOrEqual(MAX_PARTS * PART_SIZE);
    expect(encryptedSize(MAX_S3_FILE_SIZE + 1)).toBeGreaterThan(MAX_PARTS * PART_SIZE);
  });
});

describe('partSizeFor', () => {
  const MEBIBYTE = 1024 * 1024;
  const TEBIBYTE = MEBIBYTE * MEBIBYTE;

  it.each([
    ['5 MiB for an object of unknown size', undefined, 5],
    ['5 MiB for the largest object of as many parts as S3 allows', 10_000 * 5 * MEBIBYTE, 5],
    ['a mebibyte more for an object of one byte more', 10_000 * 5 * MEBIBYTE + 1, 6],
    ['525 MiB for the largest object of S3', 5 * TEBIBYTE, 525],
  ])('is %s', (_, size, mebibytes) => {
    expect(partSizeFor(size)).toBe(mebibytes * MEBIBYTE);
  });
});
