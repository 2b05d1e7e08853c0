import { eventSubscriptions } from '@waybill/contracts';
import type { Bus, EventPublisher } from './bus.js';
import type { DeadLetters } from './dead-letters.js';
import type { ServiceServer } from './service-server.js';

/** Event types that each service consumes. Events are kept for all of these services, even before their first start. */
export type Subscriptions = Readonly<Record<string, readonly string[]>>;

/** The subscriptions that the contracts declare. */
export const declaredSubscriptions: Subscriptions = Object.fromEntries(
  Object.entries(eventSubscriptions).map(([service, events]) => [service, events.map(({ type }) => type)]),
);

/**
 * Event types that only earlier versions publish. No queue takes them. During an upgrade, the relay of this version can
 * find them in an outbox.
 */
export const retiredTypes: ReadonlySet<string> = new Set(['analytics.visit.page']);

/** Events that wait for one service. */
export interface Backlog {
  /** Not delivered yet. */
  readonly waiting: number;
  /** Failed, and waiting for their next attempt. */
  readonly retrying: number;
  /** Dead letters. */
  readonly dead: number;
}

/** One message bus, as a process uses it. */
export interface BusTransport {
  /**
   * The Nest strategy of a service: `NestFactory.createMicroservice(Module, { strategy: transport.server('auth') })`.
   */
  server(service: string): ServiceServer;
  client(): Bus;
  publisher(): EventPublisher;
  deadLetters(): DeadLetters;
  /**
   * Counts the events that wait for `service`. On RabbitMQ, without deliveries in progress; in the process, with them.
   * Rejects while the bus is unavailable.
   */
  backlog(service: string): Promise<Backlog>;
  /** Rejects while the bus is unavailable. */
  check(): Promise<void>;
  /** Call it after closing the services on this bus. */
  close(): Promise<void>;
}
