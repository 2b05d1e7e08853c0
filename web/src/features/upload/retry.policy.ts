import type { ErrorCode } from '@waybill/contracts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Consecutive failures after which a 500 response ends the upload. */
const MAX_SERVER_ERRORS = 6;

/** A request of an upload that failed. `status`: 0 without a response. */
export interface FailedRequest {
  readonly method: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** Failures in a row before this one, without a new byte in between. */
  readonly attempts: number;
}

/**
 * - `retry`: send the request again later, as nothing is wrong with the upload
 * - `restart`: the upload is gone, so the file is sent from its start
 * - `refuse`: end the upload, and show the server's message
 */
export type Reaction = 'retry' | 'restart' | 'refuse';

export function reactionTo({ method, status, code, attempts }: FailedRequest): Reaction {
  if (status === 0) return 'retry';
  if (status === 404 || status === 410) return method === 'POST' ? 'refuse' : 'restart';
  // Too slow; a wrong offset (HEAD returns the right one); being written by a request that is about to end.
  if ([408, 409, 423].includes(status)) return 'retry';
  if (code === 'files.too-many-anonymous-uploads') return 'refuse';
  // Other rate limits (429) can last for up to an hour, and are refused below.
  if (code === 'files.too-many-transfers' || code === 'request.too-many') return 'retry';
  if (status === 500) return attempts < MAX_SERVER_ERRORS ? 'retry' : 'refuse';
  return status > 500 && status !== 507 ? 'retry' : 'refuse';
}

/** Exponential backoff up to 30 s. Up to a quarter of jitter prevents a thundering herd. `random`: 0 to 1. */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts);
  return delay * (1 - random / 4);
}
