import type { Address } from '../address.js';
import { RefusedError } from '../errors.js';

/** Makes a call about a file or a bundle. An id alone is the id of a file, else of a bundle. */
export async function onFileOrBundle<T>(target: Address, call: (path: string) => Promise<T>): Promise<T> {
  if (target.kind === 'bundle') return call(`/api/bundles/${target.id}`);
  try {
    return await call(`/api/files/${target.id}`);
  } catch (error) {
    const isUnknown = error instanceof RefusedError && error.status === 404 && target.url === null;
    if (!isUnknown) throw error;
    try {
      return await call(`/api/bundles/${target.id}`);
    } catch (other) {
      // The sentence about the file: most ids are ids of files.
      throw other instanceof RefusedError && other.status === 404 ? error : other;
    }
  }
}
