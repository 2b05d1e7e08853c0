import { AppError, type InputOf, type OutputOf, type RequestContract, serviceOf } from '@waybill/contracts';
import { correlationId, currentContext } from '@waybill/service-kit';
import { Bus, REQUEST_TIMEOUT_MS, type RequestOptions } from '../../bus.js';
import type { RpcChannel } from './rpc-channel.js';

/** Sends requests to services on any machine. A request is never retried: the callee may have executed it. */
export class RabbitMqBus extends Bus {
  /** @param rpc undefined while the broker is unavailable: requests fail immediately and are not buffered */
  constructor(private readonly rpc: () => RpcChannel | undefined) {
    super();
  }

  async request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    { timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<OutputOf<R>> {
    const rpc = this.rpc();
    if (!rpc) throw new AppError('server.unavailable');
    const reply = await rpc
      .call(serviceOf(contract), {
        name: contract.name,
        input,
        correlationId: correlationId(),
        traceparent: currentContext()?.traceparent,
        deadline: Date.now() + timeoutMs,
      })
      .catch((error: unknown) => {
        throw AppError.from(error);
      });
    if ('error' in reply) throw AppError.fromWire(reply.error);
    return reply.answer as OutputOf<R>;
  }
}
