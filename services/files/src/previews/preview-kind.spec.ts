import { canHavePreview, previewKindOf } from './preview-kind.js';

describe('previewKindOf and canHavePreview', () => {
  it.each([
    ['application/pdf', 'pdf', true],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office', true],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'office', true],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'office', true],
    ['image/png', 'image', true],
    ['image/jpeg', 'image', true],
    ['image/gif', 'image', true],
    ['image/webp', 'image', true],
    ['image/avif', 'image', true],
    ['image/bmp', 'image', false],
    ['image/tiff', 'none', false],
    ['image/svg+xml', 'none', false],
    ['text/html', 'none', false],
    ['application/msword', 'none', false],
    ['toString', 'none', false],
  ])('return for %s the kind %s and whether a preview can be made: %s', (mimeType, kind, makes) => {
    expect(previewKindOf(mimeType)).toBe(kind);
    expect(canHavePreview(mimeType)).toBe(makes);
  });
});
