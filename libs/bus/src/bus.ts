import type { EventMessage, InputOf, OutputOf, RequestContract } from '@waybill/contracts';

/** Default deadline of a request, on every bus. */
export const REQUEST_TIMEOUT_MS = 10_000;

export interface RequestOptions {
  /** Timeout of the caller. The deadline travels with the message, so a callee never starts late work. */
  readonly timeoutMs?: number;
}

/** Sends requests to services. */
export abstract class Bus {
  /**
   * Sends a request to the service that the contract's name begins with.
   * @throws AppError the callee's own error; `server.timeout` when no reply came in time;
   * `server.unavailable` when no service handles the request
   */
  abstract request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    options?: RequestOptions,
  ): Promise<OutputOf<R>>;
}

/** Publishes events for the outbox relay. Services never call it: they write to their outbox. */
export abstract class EventPublisher {
  /** Resolves once every consumer's queue has stored the event durably. Publishing an event twice is harmless. */
  abstract publish(event: EventMessage): Promise<void>;

  /** False while the bus takes no events at all. Events then wait in the outbox, without counting an attempt. */
  get isAvailable(): boolean {
    return true;
  }

  /**
   * Publishes events, those of one subject in their order. After a failure the later events of the same subject are
   * not published. Adapters override it where the bus takes many events at once.
   * @returns one result per event
   */
  async publishAll(events: readonly EventMessage[]): Promise<PromiseSettledResult<void>[]> {
    const failed = new Map<string, unknown>();
    const tails = new Map<string, Promise<void>>();
    return Promise.allSettled(
      events.map((event) => {
        const { subject } = event;
        const published = (tails.get(subject) ?? Promise.resolve()).then(async () => {
          if (failed.has(subject)) throw failed.get(subject);
          await this.publish(event);
        });
        const settled = published.catch((error: unknown) => void failed.set(subject, error));
        tails.set(subject, settled);
        return published;
      }),
    );
  }
}
