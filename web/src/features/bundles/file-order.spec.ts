import { isChanged, moved, type PlacedFile, without, withPath } from './file-order.js';

const file = (id: string): PlacedFile => ({
  id,
  originalName: id,
  path: id,
  size: 1,
  mimeType: 'text/plain',
});
const files = [file('a'), file('b'), file('c')];
const idsOf = (list: readonly PlacedFile[]) => list.map(({ id }) => id).join('');

describe('order of a bundle', () => {
  it('moves a file by one place, and not past the ends', () => {
    expect(idsOf(moved(files, 1, -1))).toBe('bac');
    expect(idsOf(moved(files, 1, 1))).toBe('acb');
    expect(idsOf(moved(files, 0, -1))).toBe('abc');
    expect(idsOf(moved(files, 2, 1))).toBe('abc');
  });

  it('differs from the bundle after a move, a rename and a removal', () => {
    const bundle = {
      files: files.map((each) => ({ ...each, preview: 'text' as const, hasThumbnail: false })),
    };
    expect(isChanged(files, bundle)).toBe(false);
    for (const changed of [moved(files, 0, 1), withPath(files, 0, 'x/a'), without(files, 2)]) {
      expect(isChanged(changed, bundle)).toBe(true);
    }
  });
});
