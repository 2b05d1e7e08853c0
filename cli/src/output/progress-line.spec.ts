import { progressLine, widthOf, withName } from './progress-line.js';

const MEBIBYTE = 1024 ** 2;
const state = { name: 'report.bin', done: 30 * MEBIBYTE, total: 100 * MEBIBYTE, rate: 7 * MEBIBYTE };

describe('progressLine', () => {
  it.each([
    [100, 'report.bin  [#######-----------------] 30 %  30.00 MB  7.00 MB/s  0:10 left'],
    [79, 'report.bin  [#######-----------------] 30 %  30.00 MB  7.00 MB/s  0:10 left'],
    [62, 'report.bin  [###-------] 30 %  30.00 MB  7.00 MB/s  0:10 left'],
    [47, 'report.b…  30 %  30.00 MB  7.00 MB/s  0:10 left'],
    [39, 'report.bin  30 %  30.00 MB  0:10 left'],
    [20, 'report.bin  30 %'],
    [3, '30 '],
  ])('fits %i columns', (columns, line) => {
    expect(progressLine(state, columns)).toBe(line);
  });

  it('cuts a long name, never the percentage', () => {
    const line = progressLine({ ...state, name: `${'a very long name '.repeat(10)}.bin` }, 79);
    expect(line).toMatch(/^a very long .*… {2}\[#+-+\] 30 % .* left$/);
    expect(widthOf(line)).toBe(79);
  });

  it.each(['報告書.pdf', 'été'.normalize('NFD'), '🎉 party.mov'])(
    'keeps to the columns with the name %s',
    (name) => {
      for (let columns = 10; columns < 100; columns++)
        expect(widthOf(progressLine({ ...state, name: name.repeat(9) }, columns))).toBeLessThanOrEqual(
          columns,
        );
    },
  );

  it('counts without a total', () => {
    expect(progressLine({ ...state, total: null }, 79)).toBe('report.bin  30.00 MB  7.00 MB/s');
    expect(progressLine({ ...state, total: 0, done: 0, rate: 0 }, 39)).toMatch(/100 % {2}0 Bytes/);
  });

  it('lets no name move the cursor', () => {
    expect(withName('a\u001B[2Jb', '1 B in 0:01', 79)).toBe('a\uFFFD[2Jb  1 B in 0:01');
  });
});
