import { formatSize } from './format-size.js';

describe('formatSize', () => {
  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [20_971_520, '20.00 MB'],
    [2_147_483_648, '2.00 GB'],
    [5_497_558_138_880, '5120.00 GB'],
  ])('formats %d bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});
