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
 * What may be over in a moment. A time-out is not among them: it has taken long enough. `IncompleteBody` is what MinIO
 * now and then says of a whole one when its disk fills up meanwhile; asked again it says that.
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
  // All that the client says of statuses such as 503.
  return TRANSIENT.has(codeOf(error)) || String(error).includes('Retryable HTTP status');
}

/** Whether `error` is the store's word that there is no such object, or no such unfinished upload. */
export function isMissing(error: unknown): boolean {
  return MISSING.has(codeOf(error));
}

export function isRangeNotSatisfiable(error: unknown): boolean {
  return codeOf(error) === 'InvalidRange';
}

/** Somebody else made the bucket while we were about to. */
export function isBucketTaken(error: unknown): boolean {
  return ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error));
}

/** A failure of the store as the rest of Waybill knows it. */
export function toStoreError(error: unknown): AppError {
  const code = isFull(error) ? 'server.storage-full' : 'server.unavailable';
  return new AppError(code, undefined, { cause: error });
}

/**
 * Tries `work`, which may be done twice, up to three times while the store is briefly out of reach.
 * @throws what the store said last, as it said it
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

/** As `persistently`. @throws AppError `server.unavailable`, `server.storage-full` */
export async function withRetryMapped<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRetry(work);
  } catch (error) {
    throw toStoreError(error);
  }
}
