import { addItems, newItem } from './upload-item.js';

const outgoing = (size: number) => ({
  file: new File(['x'.repeat(size)], 'a', { lastModified: 1 }),
  path: null,
});

describe('addItems', () => {
  it('replaces the very file among failed files of one name when it is chosen again, and no other', () => {
    const failed = [1, 2, 3].map((size) => ({ ...newItem(outgoing(size), size), step: 'failed' as const }));
    const { items, added } = addItems(failed, [outgoing(2)], (file) => newItem(file, 9));
    expect(added).toBe(1);
    expect(items.map(({ key, step }) => `${key} ${step}`)).toEqual(['1 failed', '9 waiting', '3 failed']);
  });
});
