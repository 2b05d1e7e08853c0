import { extensionOf, textKindOf } from './text-kind.js';

describe('textKindOf', () => {
  it.each([
    ['markdown', 'README.md'],
    ['table', 'table.CSV'],
    ['table', 'table.tsv'],
    ['json', 'data.json'],
    ['code', 'main.py'],
    ['code', 'notes.txt'],
    ['code', 'Dockerfile'],
    ['code', 'constructor'],
  ])('chooses the view %s for %s', (kind, name) => {
    expect(textKindOf(name)).toBe(kind);
  });
});

describe('extensionOf', () => {
  it('returns the name of a file without an extension', () => {
    expect(extensionOf('Dockerfile')).toBe('dockerfile');
    expect(extensionOf('a.tar.GZ')).toBe('gz');
  });
});
