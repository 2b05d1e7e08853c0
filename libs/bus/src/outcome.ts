import type { AppError } from '@waybill/contracts';

/** How a question ended, in few words: a refusal is an answer, too. */
export type Outcome = 'ok' | 'refused' | 'failed' | 'timeout' | 'unavailable';

export function outcomeOf({ code, status }: AppError): Outcome {
  if (code === 'server.timeout') return 'timeout';
  if (code === 'server.unavailable') return 'unavailable';
  return status < 500 ? 'refused' : 'failed';
}
