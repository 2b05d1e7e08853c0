import type { EventMessage, InputOf, OutputOf, RequestContract } from '@waybill/contracts';

export interface RequestOptions {
  /** How long an answer is worth waiting for; travels with the message, so late work is never begun. */
  readonly timeoutMs?: number;
}

/** How processes ask each other. */
export abstract class Bus {
  /**
   * Asks the service that the contract's name begins with.
   * @throws AppError what the service threw, as itself; `server.timeout` when no answer came in time;
   * `server.unavailable` when nobody serves the question
   */
  abstract request<R extends RequestContract>(
    contract: R,
    input: InputOf<R>,
    options?: RequestOptions,
  ): Promise<OutputOf<R>>;
}

/** How the outbox relay hands events over. Services never call it: they write to their outbox. */
export abstract class EventPublisher {
  /** Resolves once every consumer's queue durably holds the event. May be called twice with the same event. */
  abstract publish(event: EventMessage): Promise<void>;
}
