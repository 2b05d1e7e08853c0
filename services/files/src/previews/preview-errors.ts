/** The file is broken, hostile or too large for a preview. A retry would fail too. */
export class PreviewFailedError extends Error {
  override readonly name = 'PreviewFailedError';
}

/** The deadline passed before the processor time of the file was used up: the machine is busy. A retry may succeed. */
export class PreviewPostponedError extends Error {
  override readonly name = 'PreviewPostponedError';
}
