import { uniqueNames } from './zip-names.js';

describe('uniqueNames', () => {
  it.each([
    [
      ['a.txt', 'b.txt'],
      ['a.txt', 'b.txt'],
    ],
    [
      ['a.txt', 'a.txt', 'a.txt'],
      ['a.txt', 'a (2).txt', 'a (3).txt'],
    ],
    [
      ['a.txt', 'A.TXT'],
      ['a.txt', 'A (2).TXT'],
    ],
    [
      ['caf\u00e9', 'cafe\u0301'],
      ['caf\u00e9', 'cafe\u0301 (2)'],
    ],
    [
      ['stra\u00dfe', 'STRASSE'],
      ['stra\u00dfe', 'STRASSE (2)'],
    ],
    [
      ['\u1e9e.txt', '\u00df.txt', 'ss.txt'],
      ['\u1e9e.txt', '\u00df (2).txt', 'ss (3).txt'],
    ],
    [
      ['\u0131.txt', 'i.txt', 'I.txt'],
      ['\u0131.txt', 'i.txt', 'I (2).txt'],
    ],
    [
      ['x/a', 'y/a'],
      ['x/a', 'y/a'],
    ],
    [
      ['X/a.txt', 'x/A.txt'],
      ['X/a.txt', 'x/A (2).txt'],
    ],
    [
      ['a', 'a/b'],
      ['a (2)', 'a/b'],
    ],
    [
      ['a.txt', 'a (2).txt', 'a.txt'],
      ['a.txt', 'a (2).txt', 'a (3).txt'],
    ],
    [
      ['a.txt', 'a.txt', 'a (2).txt'],
      ['a.txt', 'a (2).txt', 'a (2) (2).txt'],
    ],
    [
      ['.env', '.env'],
      ['.env', '.env (2)'],
    ],
    [
      ['a/.env', 'a/.env'],
      ['a/.env', 'a/.env (2)'],
    ],
    [
      ['folder.d/name', 'folder.d/name'],
      ['folder.d/name', 'folder.d/name (2)'],
    ],
    // Windows opens a device for such names, and drops dots and blanks at the end.
    [
      ['CON', 'nul.tar.gz', 'aux/com1.txt', 'LPT\u00b9', 'console.txt', 'com10'],
      ['_CON', '_nul.tar.gz', '_aux/_com1.txt', '_LPT\u00b9', 'console.txt', 'com10'],
    ],
    [
      ['Meeting 10:30.pdf', 'a?/b*', 'Meeting 10_30.pdf'],
      ['Meeting 10_30.pdf', 'a_/b_', 'Meeting 10_30 (2).pdf'],
    ],
    [
      ['x', 'x.', 'a. ./b'],
      ['x', 'x (2)', 'a/b'],
    ],
  ])('names %j as %j', (paths, expected) => {
    expect(uniqueNames(paths)).toEqual(expected);
  });

  it('names 10,000 equal paths without comparing each with each', () => {
    const names = uniqueNames(Array.from({ length: 10_000 }, () => 'photos/image.jpg'));

    expect(new Set(names).size).toBe(10_000);
    expect(names.at(-1)).toBe('photos/image (10000).jpg');
  });
});
