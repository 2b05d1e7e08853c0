import type { EventMessage, InputOf, OutputOf, RequestContract } from '@waybill/contracts';

export interface RequestOptions {
  /** How long the caller waits. The deadline travels with the message, so a callee never starts late work. */
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
}
