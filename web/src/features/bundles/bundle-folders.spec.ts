import type { BundledFile } from '@waybill/contracts';
import { contentOf, fileNameOf, trailOf } from './bundle-folders.js';

const file = (path: string, size = 1): BundledFile => ({
  id: path,
  originalName: path,
  path,
  size,
  mimeType: 'text/plain',
  preview: 'text',
  hasThumbnail: false,
});
const files = [file('z.txt'), file('a/1.txt', 2), file('a/b/2.txt', 3), file('ab/3.txt'), file('a.txt')];

describe('contentOf', () => {
  it('lists folders with the files below them, and files of the folder itself, in the order of the bundle', () => {
    const { folders, files: own } = contentOf(files, '');
    expect(folders).toEqual([
      { name: 'a', path: 'a', fileCount: 2, size: 5 },
      { name: 'ab', path: 'ab', fileCount: 1, size: 1 },
    ]);
    expect(own.map(({ path }) => path)).toEqual(['z.txt', 'a.txt']);
  });

  it('leaves out folders whose names only begin with the same letters', () => {
    const { folders, files: own } = contentOf(files, 'a');
    expect(folders.map(({ path }) => path)).toEqual(['a/b']);
    expect(own.map(({ path }) => path)).toEqual(['a/1.txt']);
  });

  it('finds all folders and files among 10,000 files', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => file(`f${index % 100}/${index}.txt`));
    expect(contentOf(many, '').folders).toHaveLength(100);
    expect(contentOf(many, 'f7').files).toHaveLength(100);
  });
});

describe('paths', () => {
  it('paths have a name and a trail of folders', () => {
    expect(fileNameOf('a/b/2.txt')).toBe('2.txt');
    expect(trailOf('a/b')).toEqual([
      { name: 'a', path: 'a' },
      { name: 'b', path: 'a/b' },
    ]);
    expect(trailOf('')).toEqual([]);
  });
});
