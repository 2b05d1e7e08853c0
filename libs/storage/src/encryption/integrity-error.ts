/** The stored bytes are not the written ones: altered, truncated, swapped, or encrypted with another key. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';

  constructor(objectKey: string, what: string, cause?: unknown) {
    super(`Object ${objectKey}: ${what}`, { cause });
  }
}
