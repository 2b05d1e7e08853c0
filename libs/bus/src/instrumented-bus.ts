import { AppError, type InputOf, type OutputOf, type RequestContract } from '@waybill/contracts';
import { metrics, secondsSince, SpanKind, withSpan } from '@waybill/service-kit';
import { Bus, type RequestOptions } from './bus.js';
import { outcomeLabelOf } from './outcome-label.js';

const durations = metrics.histogram({
  name: 'waybill_bus_request_duration_seconds',
  help: 'Duration of requests to services, from sending to the reply, by outcome',
  labels: ['request', 'outcome'],
});

/** Measures and traces each request, on any bus. */
export class InstrumentedBus extends Bus {
  constructor(private readonly bus: Bus) {
    super();
  }

  async request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    options?: RequestOptions,
  ): Promise<OutputOf<R>> {
    const startedAt = performance.now();
    let failure: unknown;
    try {
      return await withSpan({ name: `request ${contract.name}`, kind: SpanKind.CLIENT }, () =>
        this.bus.request(contract, input, options),
      );
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const outcome = failure === undefined ? 'ok' : outcomeLabelOf(AppError.from(failure));
      durations.observe({ request: contract.name, outcome }, secondsSince(startedAt));
    }
  }
}
