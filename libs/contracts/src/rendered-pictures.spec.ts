import { isRenderedPicture } from './rendered-pictures.js';

describe('isRenderedPicture', () => {
  it.each([
    'image/tiff',
    'image/heic',
    'image/heif',
    'image/vnd.adobe.photoshop',
    'image/jxl',
    'image/jp2',
    'image/jpx',
    'image/j2c',
  ])('shows a picture of type %s by a rendition', (mimeType) =>
    expect(isRenderedPicture(mimeType)).toBe(true),
  );

  it.each(['image/png', 'image/svg+xml', 'image/x-icon', 'image/apng', 'text/plain'])(
    'shows a file of type %s without a rendition',
    (mimeType) => expect(isRenderedPicture(mimeType)).toBe(false),
  );
});
