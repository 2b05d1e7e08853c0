import { extensionOf, textKindOf } from './text-kind.js';

describe('textKindOf', () => {
  it.each([
    ['README.md', 'markdown'],
    ['table.CSV', 'table'],
    ['table.tsv', 'table'],
    ['data.json', 'json'],
    ['main.py', 'code'],
    ['notes.txt', 'code'],
    ['Dockerfile', 'code'],
  ])('returns for %s: %s', (name, kind) => {
    expect(textKindOf(name)).toBe(kind);
  });
});

describe('extensionOf', () => {
  it('returns the name of a file without an extension', () => {
    expect(extensionOf('Dockerfile')).toBe('dockerfile');
    expect(extensionOf('a.tar.GZ')).toBe('gz');
  });
});
