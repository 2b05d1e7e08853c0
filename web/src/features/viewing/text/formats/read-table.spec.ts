import { readTable } from './read-table.js';

describe('readTable', () => {
  it('reads a whole table', () => {
    expect(readTable('name,length\n"Grace, the second",17\n')).toEqual({
      rows: [
        ['name', 'length'],
        ['Grace, the second', '17'],
      ],
      isCut: false,
    });
  });

  it.each(['sep=;\r\n', '"SEP=;"\n'])('takes the delimiter from the first line of Excel: %j', (line) => {
    expect(readTable(`${line}name;sizes\nGrace;1,2,3\nAda;4,5,6\n`).rows).toEqual([
      ['name', 'sizes'],
      ['Grace', '1,2,3'],
      ['Ada', '4,5,6'],
    ]);
  });

  it('reads a thousand rows below the heading', () => {
    const whole = readTable('a\n'.repeat(1_001));
    expect(whole).toMatchObject({ rows: { length: 1_001 }, isCut: false });
    expect(readTable('a\n'.repeat(1_002))).toMatchObject({ rows: { length: 1_001 }, isCut: true });
  });

  it('reads fewer rows of a wide table', () => {
    const { rows, isCut } = readTable(`${'a,'.repeat(400)}\n`.repeat(1_000));
    expect(rows).toHaveLength(100);
    expect(rows[0]).toHaveLength(200);
    expect(isCut).toBe(true);
  });
});
