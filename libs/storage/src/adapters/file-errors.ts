import { AppError } from '@waybill/contracts';

/** What the system says when the disk, the quota or the largest file size is used up. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** `error`, or AppError `server.storage-full` in its place when it says that nothing more fits. */
export function mapStorageFull(error: unknown): unknown {
  return FULL.has(String(codeOf(error)))
    ? new AppError('server.storage-full', undefined, { cause: error })
    : error;
}

/** Whether `error` says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** What `work` resolves with; null when the file or folder it asks for is not there. */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
