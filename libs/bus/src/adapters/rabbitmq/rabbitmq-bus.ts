import { AppError, type InputOf, type OutputOf, type RequestContract, serviceOf } from '@waybill/contracts';
import { correlationId, currentContext } from '@waybill/service-kit';
import { Bus, type RequestOptions } from '../../bus.js';
import type { Asking } from './asking.js';
import type { Topology } from './topology.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Asks services wherever they run. A question is asked once: whether it was begun cannot be known. */
export class RabbitMqBus extends Bus {
  constructor(
    /** Undefined while the broker is away: nothing is kept for later, the caller is told at once. */
    private readonly asking: () => Asking | undefined,
    private readonly topology: Topology,
  ) {
    super();
  }

  async request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<OutputOf<R>> {
    const asking = this.asking();
    if (!asking) throw new AppError('server.unavailable');
    const outcome = await asking
      .ask(this.topology.requestsTo(serviceOf(contract)), {
        name: contract.name,
        input,
        correlationId: correlationId(),
        traceparent: currentContext()?.traceparent,
        deadline: Date.now() + timeoutMs,
      })
      .catch((error: unknown) => {
        throw AppError.from(error);
      });
    if ('error' in outcome) throw AppError.fromWire(outcome.error);
    return outcome.answer as OutputOf<R>;
  }
}
