import { type Address, explainNotFound } from '../address.js';
import type { Api } from '../api.js';
import { isNotFound, RefusedError } from '../errors.js';

/** Makes a call about a file or a bundle. An id without an address is tried as a file first, then as a bundle. */
export async function onFileOrBundle<T>(
  { url }: Api,
  target: Address,
  call: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return target.url === null
      ? await onIdAlone(target.id, call)
      : await call(`/api/${target.kind}s/${target.id}`);
  } catch (error) {
    throw error instanceof RefusedError ? explainNotFound(error, target, url) : error;
  }
}

async function onIdAlone<T>(id: string, call: (path: string) => Promise<T>): Promise<T> {
  try {
    return await call(`/api/files/${id}`);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    try {
      return await call(`/api/bundles/${id}`);
    } catch (other) {
      // Show the error about the file, because most ids are ids of files.
      throw isNotFound(other) ? error : other;
    }
  }
}
