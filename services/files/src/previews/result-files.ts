/** Files that the preview child writes to its folder on success. */
export const resultFiles = {
  /** A PreviewResult, as JSON. */
  facts: 'result.json',
  thumbnail: 'thumbnail.webp',
  /** A PDF of an Office file, a WebP of a picture, the JSON of an archive. */
  rendition: 'rendition',
} as const;

/** Maximum length of a stored title, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200;
