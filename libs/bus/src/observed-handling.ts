import { AppError } from '@waybill/contracts';
import { metrics, secondsSince, withSpan } from '@waybill/service-kit';
import { outcomeOf } from './outcome.js';

const durations = metrics.histogram({
  name: 'waybill_bus_handler_duration_seconds',
  help: 'Questions answered and events consumed by a service, by how that ended',
  labels: ['service', 'message', 'outcome'],
});

/** What a service was sent. */
export interface Received {
  readonly service: string;
  readonly kind: 'request' | 'event';
  /** The request's name or the event's type. */
  readonly message: string;
}

/** Tells how `work` on a message went: in numbers, and as a part of the trace the message came with. */
export async function observeHandling<T>(
  { service, kind, message }: Received,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let failure: unknown;
  try {
    const attributes = { 'waybill.service': service };
    return await withSpan(
      kind === 'request'
        ? { name: `answer ${message}`, kind: 'server', attributes }
        : { name: `consume ${message}`, kind: 'consumer', attributes },
      work,
    );
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    const outcome = failure === undefined ? 'ok' : outcomeOf(AppError.from(failure));
    durations.observe({ service, message, outcome }, secondsSince(startedAt));
  }
}
