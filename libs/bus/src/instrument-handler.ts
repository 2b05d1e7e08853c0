import { AppError } from '@waybill/contracts';
import { metrics, secondsSince, SpanKind, withSpan } from '@waybill/service-kit';
import { outcomeLabelOf } from './outcome-label.js';

const durations = metrics.histogram({
  name: 'waybill_bus_handler_duration_seconds',
  help: 'Duration of handling a request or consuming an event in a service, by outcome',
  labels: ['service', 'message', 'outcome'],
});

/** The message that a handler receives. */
export interface HandledMessage {
  readonly service: string;
  readonly kind: 'request' | 'event';
  /** The request's name or the event's type. */
  readonly message: string;
}

/** Runs `work` on a message, measures its duration and traces it as part of the message's trace. */
export async function instrumentHandler<T>(
  { service, kind, message }: HandledMessage,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let failure: unknown;
  try {
    const attributes = { 'waybill.service': service };
    return await withSpan(
      kind === 'request'
        ? { name: `handle ${message}`, kind: SpanKind.SERVER, attributes }
        : { name: `consume ${message}`, kind: SpanKind.CONSUMER, attributes },
      work,
    );
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    const outcome = failure === undefined ? 'ok' : outcomeLabelOf(AppError.from(failure));
    durations.observe({ service, message, outcome }, secondsSince(startedAt));
  }
}
