import { AppError } from '@waybill/contracts';

/** System error codes for a full disk, an exceeded quota and an exceeded file size. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Maps a full disk to AppError `server.storage-full`; returns other errors unchanged. */
export function mapStorageFull(error: unknown): unknown {
  return isFull(error) ? new AppError('server.storage-full', undefined, { cause: error }) : error;
}

/** Like `mapStorageFull`, for a disk that is not the object store: the log names the folder that is full. */
export function mapScratchFull(error: unknown, folder: string): unknown {
  if (!isFull(error)) return error;
  const cause = new Error(`No space is left in ${folder} of this process. The object store is not full.`, {
    cause: error,
  });
  return new AppError('server.storage-full', undefined, { cause });
}

function isFull(error: unknown): boolean {
  return FULL.has(String(codeOf(error)));
}
