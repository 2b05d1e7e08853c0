import { eventSubscriptions } from '@waybill/contracts';
import type { Bus, EventPublisher } from './bus.js';
import type { DeadLetters } from './dead-letters.js';
import type { ServiceServer } from './service-server.js';

/** Which event types each service consumes. What is told is kept for all of them, whichever have ever run. */
export type Subscriptions = Readonly<Record<string, readonly string[]>>;

/** Who consumes what, as the contracts declare it. */
export const declaredSubscriptions: Subscriptions = Object.fromEntries(
  Object.entries(eventSubscriptions).map(([service, events]) => [service, events.map(({ type }) => type)]),
);

/** Events that are kept for one service. */
export interface Backlog {
  /** To be taken. */
  readonly waiting: number;
  /** To be tried again, later. */
  readonly retrying: number;
  /** Given up, until an operator decides. */
  readonly dead: number;
}

/** One message bus: everything a process needs to talk over it. */
export interface BusTransport {
  /** The Nest strategy of `service`: `NestFactory.createMicroservice(Module, { strategy: transport.server('auth') })`. */
  server(service: string): ServiceServer;
  client(): Bus;
  publisher(): EventPublisher;
  deadLetters(): DeadLetters;
  /** What is kept for `service`, apart from what somebody has in hand. Rejects while that cannot be known. */
  backlog(service: string): Promise<Backlog>;
  /** Rejects while the bus does not answer. */
  check(): Promise<void>;
  /** After the services on it were closed. */
  close(): Promise<void>;
}
