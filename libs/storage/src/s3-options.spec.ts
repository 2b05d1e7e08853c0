import { encryptedSize } from './encryption/encrypted-format.js';
import { MAX_PARTS, MAX_S3_FILE_SIZE, PART_SIZE } from './s3-options.js';

describe('the largest file on S3', () => {
  it('fits into the maximum number of parts once it is encrypted, and one byte more does not', () => {
    expect(MAX_S3_FILE_SIZE).toBe(52_427_650_000);
    expect(encryptedSize(MAX_S3_FILE_SIZE)).toBeLessThanOrEqual(MAX_PARTS * PART_SIZE);
    expect(encryptedSize(MAX_S3_FILE_SIZE + 1)).toBeGreaterThan(MAX_PARTS * PART_SIZE);
  });
});
