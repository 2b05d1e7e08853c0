import { AppError, type InputOf, type OutputOf, type RequestContract, serviceOf } from '@waybill/contracts';
import { correlationId, currentContext } from '@waybill/service-kit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bus, type RequestOptions } from '../../bus.js';
import type { RequestMessage, ServiceServer } from '../../service-server.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Asks a service of the same process as if it were another one: only copies cross over. */
export class InProcessBus extends Bus {
  constructor(private readonly listening: ReadonlyMap<string, ServiceServer>) {
    super();
  }

  async request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: RequestOptions = {},
  ): Promise<OutputOf<R>> {
    try {
      const message = structuredClone({
        name: contract.name,
        input,
        correlationId: correlationId(),
        traceparent: currentContext()?.traceparent,
        deadline: Date.now() + timeoutMs,
      });
      const answer = this.ask(serviceOf(contract), message);
      return structuredClone(await inTime(answer, timeoutMs)) as OutputOf<R>;
    } catch (error) {
      throw AppError.fromWire(AppError.from(error).toWire());
    }
  }

  private async ask(service: string, message: RequestMessage): Promise<unknown> {
    // The asking service finishes its own turn first, as it would were the other far away.
    await nextTurn();
    const server = this.listening.get(service);
    if (!server) throw new AppError('server.unavailable');
    return server.answer(message);
  }
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('server.timeout')), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
