/** What is stored is not what was written: altered, cut, swapped, or locked by another key. Nothing of it is shown. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';

  constructor(objectKey: string, what: string, cause?: unknown) {
    super(`Object ${objectKey}: ${what}`, { cause });
  }
}
