const renderedPictures: ReadonlySet<string> = new Set([
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/vnd.adobe.photoshop',
  'image/jxl',
  'image/jp2',
  'image/jpx',
  'image/j2c',
]);

/** Whether browsers do not display pictures of this type, so that they are shown by a rendition. */
export function isRenderedPicture(mimeType: string): boolean {
  return renderedPictures.has(mimeType);
}
