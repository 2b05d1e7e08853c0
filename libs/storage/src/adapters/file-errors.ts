import { AppError } from '@waybill/contracts';

/** System error codes for a full disk, an exceeded quota and an exceeded file size. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Maps a full disk to AppError `server.storage-full`; returns other errors unchanged. */
export function mapStorageFull(error: unknown): unknown {
  return FULL.has(String(codeOf(error)))
    ? new AppError('server.storage-full', undefined, { cause: error })
    : error;
}
