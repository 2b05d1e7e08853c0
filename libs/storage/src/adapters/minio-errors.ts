import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@waybill/contracts';

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
]);
/**
 * Codes of errors that are worth a retry. Timeouts are not, because they have already taken long. MinIO sometimes
 * reports `IncompleteBody` for a complete body when its disk fills up meanwhile; the retry then reports the full disk.
 */
const TRANSIENT = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'InternalError', 'IncompleteBody']);

const PAUSES_MS = [100, 400];

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error)) || String(error).includes('no space left on device');
}

function isTransient(error: unknown): boolean {
  if (isFull(error)) return false;
  // The client's message for statuses such as 503.
  return TRANSIENT.has(codeOf(error)) || String(error).includes('Retryable HTTP status');
}

/** Whether the store reports that the object or the unfinished upload does not exist. */
export function isMissing(error: unknown): boolean {
  return MISSING.has(codeOf(error));
}

export function isRangeNotSatisfiable(error: unknown): boolean {
  return codeOf(error) === 'InvalidRange';
}

/** Whether another process created the bucket first. */
export function isBucketTaken(error: unknown): boolean {
  return ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error));
}

/** Maps an error of the store to an AppError. */
export function toStoreError(error: unknown): AppError {
  const code = isFull(error) ? 'server.storage-full' : 'server.unavailable';
  return new AppError(code, undefined, { cause: error });
}

/**
 * Retries idempotent `work` up to two times after transient errors.
 * @throws the store's last error, unmapped
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(pause);
    }
  }
  return work();
}

/** Like `withRetry`, with mapped errors. @throws AppError `server.unavailable`, `server.storage-full` */
export async function withRetryMapped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRetry(work);
  } catch (error) {
    throw toStoreError(error);
  }
}
