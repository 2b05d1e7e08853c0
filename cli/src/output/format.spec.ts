import { formatBytes, formatClock, formatTable, printable } from './format.js';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_960, '1.0 MB'],
  [12_345_678, '12.3 MB'],
])('formatBytes shows %d bytes as %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

it.each([
  [0, '0:00'],
  [67.4, '1:07'],
  [3723, '1:02:03'],
])('formatClock shows %d seconds as %s', (seconds, expected) => {
  expect(formatClock(seconds)).toBe(expected);
});

it('formatTable aligns columns by their longest cell', () => {
  expect(
    formatTable([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toBe('a    bb  c\naaa  b');
});

it('printable lets no name move the cursor of the terminal', () => {
  expect(printable('a\u001B[2Jb\u202Ec\n')).toBe('a\uFFFD[2Jb\uFFFDc\uFFFD');
});
