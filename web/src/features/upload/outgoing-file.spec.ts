import { commonFolder, toOutgoingFile, withoutDuplicates } from './outgoing-file.js';

const file = (name: string, relativePath?: string) =>
  Object.assign(new File(['x'], name, { lastModified: 1 }), { relativePath });

describe('toOutgoingFile', () => {
  it.each([
    [undefined, null],
    ['./a.txt', null],
    ['a.txt', null],
    ['/Offer/plans/a.txt', 'Offer/plans/a.txt'],
    ['Offer/a.txt', 'Offer/a.txt'],
  ])('reads the path %s as %s', (relativePath, path) => {
    expect(toOutgoingFile(file('a.txt', relativePath)).path).toBe(path);
  });
});

describe('withoutDuplicates', () => {
  it('distinguishes files of one name in different folders', () => {
    const files = [file('a', '/x/a'), file('a', '/y/a'), file('a', '/x/a')].map(toOutgoingFile);
    expect(withoutDuplicates(files, [])).toEqual(files.slice(0, 2));
    expect(withoutDuplicates(files, files.slice(0, 1))).toEqual([files[1]]);
  });
});

describe('commonFolder', () => {
  it('the common folder is the folder of all files', () => {
    const [a, b, c] = [file('a', '/x/a'), file('b', '/x/y/b'), file('c')].map(toOutgoingFile);
    expect(commonFolder([a!, b!])).toBe('x');
    expect(commonFolder([a!, c!])).toBeNull();
  });
});
