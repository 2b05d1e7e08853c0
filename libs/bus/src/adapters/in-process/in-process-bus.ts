import { AppError, type InputOf, type OutputOf, type RequestContract, serviceOf } from '@waybill/contracts';
import { correlationId, currentContext, withTimeout } from '@waybill/service-kit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bus, REQUEST_TIMEOUT_MS, type RequestOptions } from '../../bus.js';
import { copyOf } from './copy-of.js';
import type { RequestMessage, ServiceServer } from '../../service-server.js';

/** Calls a service of the same process as if it ran in another one: caller and callee exchange copies only. */
export class InProcessBus extends Bus {
  constructor(private readonly servers: ReadonlyMap<string, ServiceServer>) {
    super();
  }

  async request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    { timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<OutputOf<R>> {
    try {
      const message = copyOf<RequestMessage>({
        name: contract.name,
        input,
        correlationId: correlationId(),
        traceparent: currentContext()?.traceparent,
        deadline: Date.now() + timeoutMs,
      });
      const reply = this.call(serviceOf(contract), message);
      const output = await withTimeout(timeoutMs, reply, () => new AppError('server.timeout'));
      return copyOf(output) as OutputOf<R>;
    } catch (error) {
      throw AppError.fromWire(AppError.from(error).toWire());
    }
  }

  private async call(service: string, message: RequestMessage): Promise<unknown> {
    // The caller finishes its own turn of the event loop first, as it would with a remote callee.
    await nextTurn();
    const server = this.servers.get(service);
    if (!server) throw new AppError('server.unavailable');
    return server.dispatchRequest(message);
  }
}
