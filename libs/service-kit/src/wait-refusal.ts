import { AppError } from '@waybill/contracts';
import { WaitRefusedError } from './fair-semaphore.js';

const RETRY_AFTER_SECONDS = 2;

/**
 * The error of a task that a FairSemaphore did not run: `request.too-many` if too many of its key wait, else
 * `server.busy`. Returns other errors as they are.
 */
export function toWaitRefusal(error: unknown): unknown {
  if (!(error instanceof WaitRefusedError)) return error;
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if (error.reason === 'key-full') return new AppError('request.too-many', undefined, { retryAfterSeconds });
  const message = 'Waybill is busy. Please try again in a moment.';
  return new AppError('server.busy', undefined, { retryAfterSeconds, message });
}
