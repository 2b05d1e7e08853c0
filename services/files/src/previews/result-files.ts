/** What the preview child leaves in its folder when all went well. */
export const resultFiles = {
  /** A PreviewResult, as JSON. */
  facts: 'result.json',
  thumbnail: 'thumbnail.webp',
  /** Of Office files only. */
  rendition: 'rendition.pdf',
} as const;

/** Longest title that is kept, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200;
