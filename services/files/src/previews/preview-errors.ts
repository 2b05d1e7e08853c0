/** The file is broken, hostile or too large for a preview. A retry would fail too. */
export class PreviewFailedError extends Error {
  override readonly name = 'PreviewFailedError';
}

/** The deadline passed before the CPU limit was reached, because the machine is busy. A retry may succeed. */
export class PreviewPostponedError extends Error {
  override readonly name = 'PreviewPostponedError';
}
