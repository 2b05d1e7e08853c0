import type { AppError } from '@waybill/contracts';

/** Outcome of a request or an event, as a metric label. `refused` is an AppError below 500. */
export type OutcomeLabel = 'ok' | 'refused' | 'failed' | 'timeout' | 'unavailable';

export function outcomeLabelOf({ code, status }: AppError): OutcomeLabel {
  if (code === 'server.timeout') return 'timeout';
  if (code === 'server.unavailable') return 'unavailable';
  return status < 500 ? 'refused' : 'failed';
}
