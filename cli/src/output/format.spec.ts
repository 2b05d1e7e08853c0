import { formatSize } from '@waybill/contracts';
import { formatBytes, formatClock, formatTable, printable } from './format.js';

it.each([0, 1, 1023, 1024, 20_971_520, 2_147_483_648, 5_497_558_138_880])(
  'formatBytes shows %d bytes as the pages of Waybill do',
  (bytes) => expect(formatBytes(bytes)).toBe(formatSize(bytes)),
);

it('formatBytes shows a rate below a kilobyte in whole bytes', () => {
  expect(formatBytes(99.6)).toBe('100 Bytes');
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
