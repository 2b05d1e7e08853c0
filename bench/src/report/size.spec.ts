import { formatSize, parseSize } from './size.js';

describe('sizes', () => {
  it.each([
    ['1GiB', 1024 ** 3],
    ['500 MiB', 500 * 1024 ** 2],
    ['1.5kib', 1536],
    ['42', 42],
  ])('reads %s as bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', '0', '-1MiB', '1GB', 'many'])('refuses %j', (text) => {
    expect(() => parseSize(text)).toThrow('is no size');
  });

  it.each([
    [1024 ** 3, '1 GiB'],
    [1.5 * 1024 ** 2, '1.5 MiB'],
    [1023, '1023 B'],
  ])('formats %d bytes in the largest unit', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
