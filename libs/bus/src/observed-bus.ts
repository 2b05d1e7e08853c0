import { AppError, type InputOf, type OutputOf, type RequestContract } from '@waybill/contracts';
import { metrics, secondsSince, withSpan } from '@waybill/service-kit';
import { Bus, type RequestOptions } from './bus.js';
import { outcomeOf } from './outcome.js';

const durations = metrics.histogram({
  name: 'waybill_bus_request_duration_seconds',
  help: 'Questions to services, from asking to the answer, by how they ended',
  labels: ['request', 'outcome'],
});

/** Tells of each question that is asked, whatever carries it. */
export class ObservedBus extends Bus {
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
      return await withSpan({ name: `ask ${contract.name}`, kind: 'client' }, () =>
        this.bus.request(contract, input, options),
      );
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const outcome = failure === undefined ? 'ok' : outcomeOf(AppError.from(failure));
      durations.observe({ request: contract.name, outcome }, secondsSince(startedAt));
    }
  }
}
